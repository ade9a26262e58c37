import type { QueryGroup, RunKey } from '@dossier/contracts';
import type { messagingApi } from '@line/bot-sdk';
import { oneLine } from '../truncate-graphemes.ts';
import { LANGUAGE_WORDS } from '../words.zh-tw.ts';
import { buttonRow, mainButton } from './buttons.ts';
import { badge, card, note, paragraph } from './card-parts.ts';

const MAX = { question: 300, purpose: 120, groups: 12 } as const;

/** What a plan card shows. */
export interface PlanCardInput {
  readonly run: RunKey;
  readonly question: string;
  readonly groups: readonly Pick<QueryGroup, 'purpose' | 'language'>[];
}

/** The plan of a run, to be agreed to before anything is searched. */
export function planCard({ run, question, groups }: PlanCardInput): messagingApi.FlexMessage {
  const asked = oneLine(question, MAX.question, '（空白的問題）');
  const shown = groups.slice(0, MAX.groups);
  const more = groups.length - shown.length;
  return card({
    altText: `研究計畫，等你確認：${asked}（${groups.length} 個搜尋方向）`,
    title: '研究計畫，等你確認',
    badge: `第 ${run.version} 版`,
    body: [
      paragraph(asked, { maxLines: 4 }),
      { type: 'separator' },
      ...shown.map(groupRow),
      ...(more > 0 ? [note(`還有 ${more} 個搜尋方向`, 1)] : []),
    ],
    footer: [
      mainButton({ label: '同意，開始', does: { act: 'approve-plan', run } }),
      buttonRow(
        { label: '修改計畫', does: { act: 'edit-plan', run } },
        { label: '取消', does: { act: 'cancel', run } },
      ),
    ],
  });
}

function groupRow(
  { purpose, language }: PlanCardInput['groups'][number],
  place: number,
): messagingApi.FlexBox {
  const words = `${place + 1}. ${oneLine(purpose, MAX.purpose, '（沒有說明）')}`;
  return {
    type: 'box',
    layout: 'horizontal',
    spacing: 'sm',
    alignItems: 'center',
    contents: [paragraph(words, { maxLines: 2 }), badge(LANGUAGE_WORDS[language])],
  };
}
