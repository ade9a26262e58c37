import type { FollowUpWish, Publication, RunId, VersionStatus } from '@dossier/contracts';
import type { messagingApi } from '@line/bot-sdk';
import { oneLine } from '../truncate-graphemes.ts';
import { KIND_WORDS, STATUS_WORDS, taipeiTime } from '../words.zh-tw.ts';
import { buttonRow, linkAction } from './buttons.ts';
import { badge, card, COLOUR, column, label, note, paragraph, present } from './card-parts.ts';

const MAX_VERSIONS = 10;
const MAX_QUESTION = 300;

/** What a versions card shows. */
export interface VersionsCardInput {
  readonly runId: RunId;
  readonly question: string;
  /** Newest first. */
  readonly versions: readonly VersionCardRow[];
}

/** One version of a run. */
export interface VersionCardRow {
  readonly version: number;
  readonly status: VersionStatus;
  readonly startedAt: Date;
  readonly kind: 'new' | FollowUpWish['kind'];
  readonly publication?: Pick<Publication, 'url'>;
}

/** All versions of a run, the newest ten in one bubble, each with its own page. */
export function versionsCard(input: VersionsCardInput): messagingApi.FlexMessage {
  const { runId, versions } = input;
  const asked = oneLine(input.question, MAX_QUESTION, '（空白的問題）');
  const shown = versions.slice(0, MAX_VERSIONS);
  const older = versions.length - shown.length;
  const run = { runId, version: versions[0]?.version ?? 1 };
  return card({
    altText: `所有版本（${versions.length}）：${asked}`,
    title: '所有版本',
    body: present([
      paragraph(asked, { maxLines: 3 }),
      ...shown.map(versionRow),
      older > 0 ? note(`還有 ${older} 個較舊的版本。`, 1) : undefined,
    ]),
    footer: [
      buttonRow(
        { label: '設為目前', does: { act: 'select', run } },
        { label: '我的報告', does: { act: 'history' } },
      ),
    ],
  });
}

function versionRow({
  version,
  status,
  startedAt,
  kind,
  publication,
}: VersionCardRow): messagingApi.FlexBox {
  const words = [
    paragraph(`${KIND_WORDS[kind]}・${STATUS_WORDS[status]}`, { maxLines: 2 }),
    note(taipeiTime(startedAt), 1),
  ];
  // The whole row opens the page: a word alone is too small for a thumb.
  const action = publication && linkAction('閱讀', publication.url);
  const hint = { ...label('閱讀 ›', COLOUR.accent, 'sm'), flex: 0 };
  return {
    type: 'box',
    layout: 'horizontal',
    spacing: 'md',
    alignItems: 'center',
    contents: present([
      badge(`第 ${version} 版`),
      column(words, 'none'),
      action === undefined ? undefined : hint,
    ]),
    ...(action !== undefined && { action }),
  };
}
