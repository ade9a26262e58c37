import type { RunKey, VersionStatus } from '@dossier/contracts';
import type { Choice } from '../cards/buttons.ts';
import { endedCard } from '../cards/ended-card.ts';
import { statusCard } from '../cards/status-card.ts';
import { quoted, STAGE_WORDS } from '../words.zh-tw.ts';
import { only, say, type Composers } from './alternatives.ts';

const FRESH: Choice = { label: '新研究', does: { act: 'new-topic' } };
const HISTORY: Choice = { label: '我的報告', does: { act: 'history' } };

/** Answers about a run. */
export const RUN_ANSWERS: Composers<
  | 'status'
  | 'cancelled'
  | 'not-cancellable'
  | 'retrying'
  | 'not-retryable'
  | 'ended'
  | 'no-plan-waiting'
  | 'selected'
> = {
  *status(answer) {
    yield [statusCard(answer)];
    yield [statusCard({ ...answer, groups: [] })];
  },
  cancelled: ({ question, next }) =>
    say(
      [
        `已經取消研究${quoted(question)}。`,
        ...(next === undefined ? [] : [`接著開始研究排隊的問題：${quoted(next)}`]),
      ],
      [FRESH, HISTORY],
    ),
  'not-cancellable': ({ question, status }) =>
    say([`${quoted(question)}${ENDED_WORDS[status]}，沒有可以取消的工作。`], [FRESH, HISTORY]),
  retrying: ({ question, run, stage }) =>
    say(
      [
        `好，從「${STAGE_WORDS[stage]}」這一步接續研究${quoted(question)}。`,
        '完成後會在這裡通知你。',
      ],
      [statusChoice(run)],
    ),
  'not-retryable': ({ question, status }) =>
    say([`${quoted(question)}${ENDED_WORDS[status]}，沒有可以再試的步驟。`], [FRESH, HISTORY]),
  ended: (answer) => only(endedCard(answer)),
  'no-plan-waiting': ({ question }) =>
    say([`${quoted(question)}目前沒有等待確認的計畫。`], [HISTORY]),
  selected: ({ run, question }) =>
    say(
      [`已經切換到${quoted(question)}。`, '接下來的「深入」「補來源」「版本」都是指這份研究。'],
      [
        { label: '取得報告', does: { act: 'link', run } },
        { label: '深入', does: { act: 'deepen', run } },
        { label: '補來源', does: { act: 'add-sources', run } },
        { label: '版本', does: { act: 'versions', run } },
      ],
    ),
};

/** How a run stands, behind its question. */
const ENDED_WORDS = {
  running: '還在進行中',
  done: '已經完成了',
  no_evidence: '已經結束了，沒有找到資料',
  failed: '已經停止了',
  cancelled: '已經取消了',
} as const satisfies Record<VersionStatus, string>;

function statusChoice(run: RunKey): Choice {
  return { label: '查看進度', does: { act: 'status', run } };
}
