import { inHoursWords } from '../words.zh-tw.ts';
import type { Choice } from '../cards/buttons.ts';
import { say, type Composers } from './alternatives.ts';

const EXAMPLE = '綠屋頂能讓室內降溫幾度？';
const HELP: Choice = { label: '說明', does: { act: 'help' } };
const HISTORY: Choice = { label: '我的報告', does: { act: 'history' } };
const FRESH: Choice = { label: '新研究', does: { act: 'new-topic' } };

/** Answers that are about no run, question or report. */
export const SMALL_ANSWERS: Composers<
  | 'welcome'
  | 'greeting'
  | 'thanks'
  | 'ask-question'
  | 'new-topic'
  | 'only-text'
  | 'no-run'
  | 'not-owner'
  | 'button-invalid'
  | 'not-allowed'
  | 'limit-reached'
> = {
  welcome: ({ group, prefix }) =>
    say(
      group
        ? [
            '大家好，我是研究助理 Dossier。',
            `想研究什麼，請標註（@）我，或用「${prefix}」開頭，例如：`,
            `${prefix} ${EXAMPLE}`,
            '我會查找並比對來源，寫成附上出處的報告，完成後把連結傳到這裡。沒有叫我的訊息，我不會回應。',
          ]
        : [
            '你好，我是研究助理 Dossier。',
            `請用一句話告訴我想研究的問題，例如：「${EXAMPLE}」`,
            '我會規劃搜尋、查找並比對來源，寫成附上出處的中文報告，完成後把連結傳給你。',
          ],
      [HELP],
    ),
  greeting: () =>
    say(
      ['你好，我是研究助理。', `想研究什麼？請用一句話告訴我，例如：「${EXAMPLE}」`],
      [HELP, HISTORY],
    ),
  thanks: () => say(['不客氣！還想研究什麼，隨時告訴我。'], [FRESH, HISTORY]),
  'ask-question': () => say(['想研究什麼？', `請把問題用一句話傳給我，例如：「${EXAMPLE}」`]),
  'new-topic': () =>
    say(
      ['好，換個題目。', '請把新的問題用一句話傳給我。之前的報告都還在「我的報告」裡。'],
      [HISTORY],
    ),
  'only-text': () => say(['我目前只看得懂文字。', '請把問題打成一句話傳給我。'], [HELP]),
  'no-run': () => say(['這裡還沒有研究過的題目。', '請先用一句話告訴我想研究的問題。'], [HELP]),
  'not-owner': () =>
    say(['這個研究是別人提出的，只有那個人可以更動。', '你可以另外傳一個自己的問題給我。']),
  'button-invalid': () =>
    say(['這個按鈕已經失效了。', '請從「我的報告」選擇，或再傳一次問題。'], [HISTORY, HELP]),
  'not-allowed': () => say(['很抱歉，這個聊天室目前沒有開放使用。', '需要的話，請聯絡管理者。']),
  'limit-reached': ({ who, limit, resetsInMs }) =>
    say(
      [
        `${who === 'group' ? '這個群組' : '你'}今天的研究次數（${limit} 次）已經用完了。`,
        `${inHoursWords(resetsInMs)}可以再提出新的問題。已經開始的研究不受影響。`,
      ],
      [HISTORY],
    ),
};
