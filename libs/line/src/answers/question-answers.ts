import type { Choice } from '../cards/buttons.ts';
import { acceptedCard } from '../cards/accepted-card.ts';
import { busyCard } from '../cards/busy-card.ts';
import { quoted } from '../words.zh-tw.ts';
import { only, say, type Composers } from './alternatives.ts';

/** Answers about a question that was just asked. */
export const QUESTION_ANSWERS: Composers<
  'accepted' | 'busy' | 'queued' | 'queue-full' | 'not-queued' | 'unclear' | 'too-long'
> = {
  accepted: ({ question, run }) => only(acceptedCard(question, run)),
  busy: (answer) => only(busyCard(answer)),
  queued: ({ question, place }) =>
    say([`好，${quoted(question)}排在第 ${place} 個。`, '輪到的時候會自動開始，並在這裡通知你。']),
  'queue-full': ({ limit }) =>
    say([`排隊的問題已經有 ${limit} 個，沒辦法再加了。`, '請等前面的研究完成，再傳一次這個問題。']),
  'not-queued': ({ question }) =>
    say(['好，先等目前的研究完成。', `之後想研究${quoted(question)}，請再傳一次。`]),
  unclear: ({ text, pending, hasReport, report }) => {
    const research: Choice = { label: '研究這個問題', does: { act: 'research', pending } };
    const does = report === undefined ? { say: '深入' } : ({ act: 'deepen', run: report } as const);
    const deepen: Choice = { label: '深入報告', does };
    const help: Choice = { label: '說明', does: { act: 'help' } };
    return say(
      [`我不確定${quoted(text)}是不是要研究的問題。`, '要怎麼做呢？'],
      [research, ...(hasReport ? [deepen] : []), help],
    );
  },
  'too-long': ({ length, limit }) =>
    say([
      `這個問題有 ${length} 個字，超過上限 ${limit} 個字，還沒有開始研究。`,
      '請縮短成一個明確的問題再傳一次。',
    ]),
};
