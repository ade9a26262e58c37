import type { Notice, RunKey, StageName } from '@dossier/contracts';
import type { messagingApi } from '@line/bot-sdk';
import { oneLine } from '../truncate-graphemes.ts';
import { failureWords, noEvidenceWords } from '../words.zh-tw.ts';
import { buttonRow, mainButton } from './buttons.ts';
import { card, COLOUR, note, paragraph, present } from './card-parts.ts';

const MAX = { question: 300, reason: 80 } as const;

/** What a card about a version without a report shows. */
export interface EndedCardInput {
  readonly notice: Exclude<Notice['kind'], 'report'>;
  readonly run: RunKey;
  readonly question: string;
  readonly stage: StageName;
  /** A stable code: failures show it for support. */
  readonly reason: string;
}

/** A version ended without a report: why, what is kept, and what can be done. */
export function endedCard(input: EndedCardInput): messagingApi.FlexMessage {
  const { run } = input;
  const { title, sayings, small } = wordsOf(input);
  const asked = oneLine(input.question, MAX.question, '（空白的問題）');
  return card({
    altText: `${title}：${asked}｜${sayings.join('')}`,
    title,
    badge: `第 ${run.version} 版`,
    ground: COLOUR.quiet,
    body: present([
      paragraph(asked, { maxLines: 3 }),
      ...sayings.map((saying) => paragraph(saying, { maxLines: 4 })),
      small === undefined ? undefined : note(small),
    ]),
    footer: buttonsOf(input),
  });
}

interface EndedWords {
  readonly title: string;
  readonly sayings: readonly string[];
  readonly small?: string;
}

function wordsOf({ notice, run, stage, reason }: EndedCardInput): EndedWords {
  switch (notice) {
    case 'no-evidence': {
      const sayings = noEvidenceWords(reason);
      // A follow-up ends for many reasons, and the report that it went on from is still there.
      if (run.version > 1) return { title: '沒有新的版本', sayings };
      const small = '沒有來源佐證的內容，我不會寫成報告。';
      return { title: '沒有找到足夠的資料', sayings, small };
    }
    case 'failure':
      return {
        title: '這次沒有完成',
        sayings: [
          failureWords(stage, reason),
          '已經完成的部分都保留著，可以從這一步接續，也可以把問題再傳一次。',
        ],
        small: `給管理者的代碼：${stage}/${oneLine(reason, MAX.reason, 'unknown')}`,
      };
    case 'cancelled':
      if (run.version > 1) {
        return {
          title: '這一版已取消',
          sayings: ['這一版已經取消，之前的版本都還在。', '需要的話，可以再告訴我要怎麼接續。'],
        };
      }
      return {
        title: '研究已取消',
        sayings: ['這次研究已經取消，沒有產生報告。', '需要的話，可以把問題再傳一次。'],
      };
  }
}

function buttonsOf({ notice, run }: EndedCardInput): messagingApi.FlexComponent[] {
  const others = buttonRow(
    { label: '新研究', does: { act: 'new-topic' } },
    { label: '我的報告', does: { act: 'history' } },
  );
  if (notice !== 'failure') return [others];
  return [mainButton({ label: '再試一次', does: { act: 'retry', run } }), others];
}
