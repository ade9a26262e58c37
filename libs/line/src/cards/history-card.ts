import type { Publication, RunKey, VersionStatus } from '@dossier/contracts';
import type { messagingApi } from '@line/bot-sdk';
import { oneLine } from '../truncate-graphemes.ts';
import { STATUS_WORDS, taipeiTime } from '../words.zh-tw.ts';
import { buttonRow, mainButton, mainLink } from './buttons.ts';
import { badge, column, label, note, paragraph, present, row, COLOUR } from './card-parts.ts';

/** LINE takes twelve bubbles; ten are more than anybody swipes through. */
const MAX_HISTORY = 10;

const MAX = { question: 160, title: 160 } as const;

/** What a bubble of the history shows. */
export interface HistoryCardRow {
  readonly run: RunKey;
  readonly question: string;
  readonly status: VersionStatus;
  readonly startedAt: Date;
  readonly current: boolean;
  readonly publication?: Pick<Publication, 'url' | 'title'>;
}

/** Runs side by side, at most ten bubbles; of more, the first ones. Needs at least one run. */
export function historyCarousel(runs: readonly HistoryCardRow[]): messagingApi.FlexMessage {
  const shown = runs.slice(0, MAX_HISTORY);
  const first = oneLine(shown[0]?.question ?? '', MAX.question, '（空白的問題）');
  return {
    type: 'flex',
    altText: `我的報告：${runs.length} 個研究，最近的是「${first}」`,
    contents: { type: 'carousel', contents: shown.map(bubbleOf) },
  };
}

function bubbleOf(entry: HistoryCardRow): messagingApi.FlexBubble {
  const { run, status, startedAt, current, publication } = entry;
  const marks = present([
    badge(STATUS_WORDS[status]),
    badge(`第 ${run.version} 版`),
    current ? badge('目前') : undefined,
  ]);
  const question: messagingApi.FlexText = {
    ...paragraph(oneLine(entry.question, MAX.question, '（空白的問題）'), { maxLines: 3 }),
    weight: 'bold',
  };
  const saysMore = publication !== undefined && bare(publication.title) !== bare(entry.question);
  const title = saysMore ? note(oneLine(publication.title, MAX.title, '研究報告'), 2) : undefined;
  const started: messagingApi.FlexText = {
    ...label(taipeiTime(startedAt), COLOUR.muted),
    align: 'start',
    weight: 'regular',
  };
  return {
    type: 'bubble',
    size: 'kilo',
    body: column(present([row(marks), question, title, started]), 'md'),
    footer: column(buttonsOf(entry), 'sm'),
  };
}

/** A title that is the question without its mark would be read twice. */
function bare(text: string): string {
  return text.normalize('NFKC').replace(/[\p{P}\s]+/gu, '');
}

function buttonsOf({ run, publication, current }: HistoryCardRow): messagingApi.FlexComponent[] {
  const read = publication && mainLink('閱讀', publication.url);
  const main = read ?? mainButton({ label: '查看進度', does: { act: 'status', run } });
  const versions = { label: '版本', does: { act: 'versions', run } } as const;
  const select = { label: '設為目前', does: { act: 'select', run } } as const;
  return [main, current ? buttonRow(versions) : buttonRow(versions, select)];
}
