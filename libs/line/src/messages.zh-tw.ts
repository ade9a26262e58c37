import { DECISION_EXPIRED, type StageName } from '@dossier/contracts';
import type { messagingApi } from '@line/bot-sdk';
import { oneLine, truncateGraphemes } from './truncate-graphemes.ts';

/** LINE's limit for a text message, in UTF-16 units. */
const MAX_TEXT = 5_000;
/** Enough to recognise one's own question, short enough to leave the answer on the screen. */
const MAX_QUOTE = 80;

/** The five stages as a user reads them, in order. */
const STAGE_WORDS = {
  plan: '規劃',
  search: '搜尋',
  write: '撰寫',
  publish: '發布',
  notify: '通知',
} as const satisfies Record<StageName, string>;

/** The question was taken on, and what happens next. */
export function questionAcceptedMessage(question: string): messagingApi.TextMessage {
  return text(
    `收到，開始研究${quoted(question)}。`,
    '接下來會規劃搜尋方向、查找並比對來源，再寫成附上出處的報告。',
    '完成後會在這裡傳給你報告連結，這段時間可以先做別的事。',
  );
}

/** Another run of this conversation is still going on; `stage` is where it is. */
export function runInProgressMessage(question: string, stage: StageName): messagingApi.TextMessage {
  const progress = Object.entries(STAGE_WORDS)
    .map(([name, word]) => (name === stage ? `【${word}】` : word))
    .join(' → ');
  return text(
    `目前還在研究${quoted(question)}。`,
    `進度：${progress}`,
    '完成後會在這裡通知你，請稍候。收到結果後，再傳下一個問題給我就可以了。',
  );
}

/** Greeting, and the answer to a text with nothing in it. */
export function helpMessage(): messagingApi.TextMessage {
  return text(
    '你好，我是研究助理。',
    '請用一句話告訴我想研究的問題，例如：「綠屋頂能讓室內降溫幾度？」',
    '我會查找並比對來源，寫成附上出處的報告，完成後把連結傳給你。',
    '在群組裡請先標註（@）我，再輸入問題。',
  );
}

/** The question is longer than one can be. Lengths are in UTF-16 units, as LINE counts. */
export function questionTooLongMessage(length: number, limit: number): messagingApi.TextMessage {
  return text(
    `這個問題有 ${length} 個字，超過上限 ${limit} 個字，還沒有開始研究。`,
    '請縮短成一個明確的問題再傳一次。',
  );
}

/** There was nothing to report on; `reason` is one of NO_EVIDENCE_REASONS. */
export function noEvidenceMessage(question: string, reason: string): messagingApi.TextMessage {
  const [why, what] =
    reason === 'corpus-empty'
      ? ['資料夾裡還沒有任何可以讀取的文件。', '請管理者放入文件後，再傳一次問題。']
      : [
          '現有的資料裡找不到相關的內容。',
          '可以換個說法、放寬範圍，或補充相關的文件之後再問一次。',
        ];
  return text(
    `沒辦法為${quoted(question)}寫出報告：${why}`,
    '沒有來源佐證的內容，我不會寫成報告。',
    what,
  );
}

/**
 * The run ended early by an error. `reason` is a stable code, shown for support. What was paid for is
 * kept, and an operator can go on from there: so the user is told that too.
 */
export function runFailedMessage(
  question: string,
  stage: StageName,
  reason: string,
): messagingApi.TextMessage {
  const [what, code] = [`「${STAGE_WORDS[stage]}」`, oneLine(reason, MAX_QUOTE, 'unknown')];
  return text(
    reason === DECISION_EXPIRED
      ? `研究${quoted(question)}在${what}這一步等候確認太久，已經停止，沒有產生報告。`
      : `研究${quoted(question)}時發生問題，停在${what}這一步，沒有產生報告。很抱歉。`,
    '已經完成的部分都保留著，管理者可以從這一步接續，完成後會在這裡傳給你。',
    '也可以把問題再傳一次，重新開始。',
    `給管理者的代碼：${stage}/${code}`,
  );
}

/** An operator gave the run up. */
export function runCancelledMessage(question: string): messagingApi.TextMessage {
  return text(
    `研究${quoted(question)}已由管理者取消，沒有產生報告。`,
    '需要的話，可以把問題再傳一次。',
  );
}

function quoted(question: string): string {
  return `「${oneLine(question, MAX_QUOTE, '（空白的問題）')}」`;
}

function text(...paragraphs: readonly string[]): messagingApi.TextMessage {
  return { type: 'text', text: truncateGraphemes(paragraphs.join('\n'), MAX_TEXT) };
}
