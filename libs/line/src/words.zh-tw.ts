import {
  DECISION_EXPIRED,
  type FollowUpWish,
  type Language,
  type StageName,
  type VersionStatus,
} from '@dossier/contracts';
import { oneLine } from './truncate-graphemes.ts';

/** Enough to recognise one's own question, short enough to leave the answer on the screen. */
const MAX_QUOTE = 80;
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** The five stages as a user reads them, in order. */
export const STAGE_WORDS = {
  plan: '規劃',
  search: '搜尋',
  write: '撰寫',
  publish: '發布',
  notify: '通知',
} as const satisfies Record<StageName, string>;

/** How a version stands. */
export const STATUS_WORDS = {
  running: '進行中',
  done: '已完成',
  no_evidence: '找不到資料',
  failed: '沒有完成',
  cancelled: '已取消',
} as const satisfies Record<VersionStatus, string>;

/** Languages of sources. */
export const LANGUAGE_WORDS = {
  'zh-TW': '中文',
  ja: '日文',
  en: '英文',
} as const satisfies Record<Language, string>;

/** What a version is about. */
export const KIND_WORDS = {
  new: '首次研究',
  deepen: '深入章節',
  'add-sources': '補充來源',
  rewrite: '改寫',
  republish: '重新發布',
  'in-words': '依你的要求',
} as const satisfies Record<'new' | FollowUpWish['kind'], string>;

const KEPT = '報告維持原來的版本，隨時可以再打開。';

/** Why there is nothing to report on: what happened, and what to do. */
const NO_EVIDENCE_WORDS: ReadonlyMap<string, readonly [why: string, advice: string]> = new Map([
  ['corpus-empty', ['資料夾裡還沒有任何可以讀取的文件。', '請管理者放入文件後，再傳一次問題。']],
  ['nothing-new', ['這次沒有找到報告裡還沒有的資料。', KEPT]],
  ['no-such-chapter', ['這份報告沒有這一章，或那一章沒有可以深入的內容。', KEPT]],
  [
    'rewrite-not-offline',
    [
      '離線模式只能調整長短，沒辦法照這個要求改寫。',
      `可以試試「寫短一點」或「寫詳細一點」。${KEPT}`,
    ],
  ],
  ['nothing-to-shorten', ['這些章節已經不能再短了。', KEPT]],
  [
    'unclear-wish',
    [
      '我不確定這份報告要怎麼改。',
      `請再說一次，例如：「第 2 章再深入」「補日文來源」「寫短一點」。${KEPT}`,
    ],
  ],
  [
    'not-researchable',
    [
      '這個問題沒辦法靠查找資料來回答，或是不適合研究。',
      '可以換個說法，說明想知道的事、範圍和時間，再問一次。',
    ],
  ],
  [
    'base-unreadable',
    [
      '之前的資料已經不完整或格式太舊，沒辦法從那一版接續。',
      '可以用同一個問題重新研究；舊的報告頁面不會更動。',
    ],
  ],
]);
const NO_MATCH = [
  '現有的資料裡找不到相關的內容。',
  '可以換個說法、放寬範圍，或補充相關的文件之後再問一次。',
] as const;

/** Why a version has nothing to report, by its stable reason code, and what a person can do. */
export function noEvidenceWords(reason: string): readonly [why: string, advice: string] {
  return NO_EVIDENCE_WORDS.get(reason) ?? NO_MATCH;
}

const BUSY_WORDS = '研究服務一直忙線或沒有回應，請晚一點再試';
/** Why a stage failed, by its stable reason code, up to where it stopped. */
const FAILURE_WORDS: ReadonlyMap<string, string> = new Map([
  [DECISION_EXPIRED, '等候確認太久，已經停止'],
  ['gates-refused', '報告沒有通過品質檢查，所以沒有發布'],
  ['model-misconfigured', '研究服務的設定有問題，要請管理者檢查'],
  ['model-refused', '研究服務不願處理這個問題的內容，可以換個說法再問'],
  ['model-answer-unusable', '研究服務這次的回答沒辦法使用，可以再試一次'],
  ['model-overloaded', BUSY_WORDS],
  ['model-quota', BUSY_WORDS],
  ['model-circuit-open', BUSY_WORDS],
  ['model-unreachable', BUSY_WORDS],
  ['model-timeout', BUSY_WORDS],
]);

/** Why a version failed, by its stable reason code. */
export function failureWords(stage: StageName, reason: string): string {
  const where = `停在「${STAGE_WORDS[stage]}」這一步`;
  const known = FAILURE_WORDS.get(reason);
  return known === undefined ? `研究時發生問題，${where}。很抱歉。` : `${known}，${where}。`;
}

/** A person's question in quotation marks, on one line. */
export function quoted(question: string): string {
  return `「${oneLine(question, MAX_QUOTE, '（空白的問題）')}」`;
}

/** `3 分 20 秒`, `1 小時 5 分`: a span of time, from milliseconds. */
export function spanWords(ms: number): string {
  const whole = Number.isFinite(ms) ? Math.max(0, ms) : 0;
  const hours = Math.floor(whole / HOUR_MS);
  const minutes = Math.floor((whole % HOUR_MS) / MINUTE_MS);
  if (hours > 0) return `${hours} 小時 ${minutes} 分`;
  const seconds = Math.floor((whole % MINUTE_MS) / 1_000);
  return minutes > 0 ? `${minutes} 分 ${seconds} 秒` : `${seconds} 秒`;
}

/** `約 3 小時後`: when something is possible again, from milliseconds. */
export function inHoursWords(ms: number): string {
  return ms >= HOUR_MS ? `約 ${Math.ceil(ms / HOUR_MS)} 小時後` : '不到 1 小時後';
}

const taipei = new Intl.DateTimeFormat('sv-SE', {
  timeZone: 'Asia/Taipei',
  dateStyle: 'short',
  timeStyle: 'short',
});

/** `2026-12-01 14:05`, as clocks in Taiwan show it. */
export function taipeiTime(instant: Date): string {
  return Number.isNaN(instant.getTime()) ? '（時間不明）' : taipei.format(instant);
}

/** What a run waits for a person to decide. */
export function waitingWords(reason: string | undefined): string {
  switch (reason) {
    case 'over-budget':
      return '這次研究已達費用上限，沒有再花費；請管理者決定是否繼續。';
    case 'over-daily-budget':
      return '你今天的研究費用已達上限，沒有再花費；請明天再試，或請管理者調整。';
    case 'daily-quota':
      return '搜尋服務今天的用量已滿，請明天再試，或請管理者調整。';
    default:
      return '確認之後才會繼續。';
  }
}
