import type { Notice, RunKey, StageName } from '@dossier/contracts';
import type { messagingApi } from '@line/bot-sdk';
import type { ChapterChoice } from '../answers/answer.ts';
import { oneLine } from '../truncate-graphemes.ts';
import { failureWords, noEvidenceWords } from '../words.zh-tw.ts';
import { buttonRow, mainButton, withChoices, type Choice } from './buttons.ts';
import { card, COLOUR, note, paragraph, present } from './card-parts.ts';

const MAX = { question: 300, reason: 80, heading: 60 } as const;
/** More buttons would push the reasons off a phone's screen; a longer list is read in the report. */
const MOST_CHAPTERS = 8;

/** What a card about a version without a report shows. */
export interface EndedCardInput {
  readonly notice: Exclude<Notice['kind'], 'report'>;
  readonly run: RunKey;
  readonly question: string;
  readonly stage: StageName;
  /** A stable code: failures show it for support. */
  readonly reason: string;
  /** Chapters to choose from instead of one that is not there. */
  readonly chapters?: readonly ChapterChoice[];
}

/** A version ended without a report: why, what is kept, and what can be done. */
export function endedCard(input: EndedCardInput): messagingApi.FlexMessage {
  const { run } = input;
  const { title, sayings, small } = wordsOf(input);
  const asked = oneLine(input.question, MAX.question, '（空白的問題）');
  const ended = card({
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
  return withChoices(ended, quickReplies(input));
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
      if (reason === 'not-researchable') return { title: '這個問題沒辦法研究', sayings };
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

function buttonsOf(input: EndedCardInput): messagingApi.FlexComponent[] {
  const others = buttonRow(
    { label: '新研究', does: { act: 'new-topic' } },
    { label: '我的報告', does: { act: 'history' } },
  );
  const first = firstChoice(input);
  return [
    ...(first === undefined ? [] : [mainButton(first)]),
    ...chapterChoices(input).map((choice) => buttonRow(choice)),
    others,
  ];
}

/** What most people want after this end. */
function firstChoice({ notice, run, reason }: EndedCardInput): Choice | undefined {
  if (notice === 'failure') return { label: '再試一次', does: { act: 'retry', run } };
  if (notice === 'no-evidence' && reason === 'base-unreadable') {
    return { label: '重新研究同一題', does: { act: 'ask-again', run } };
  }
  return undefined;
}

function chapterChoices({ run, chapters = [] }: EndedCardInput): Choice[] {
  return chapters.slice(0, MOST_CHAPTERS).map(({ number, heading }) => ({
    label: `深入 ${number}. ${oneLine(heading, MAX.heading, '（無標題）')}`,
    does: { act: 'deepen', run, chapter: number },
  }));
}

/** What could have been meant, to choose from without typing. */
function quickReplies({ notice, run, reason }: EndedCardInput): readonly Choice[] {
  if (notice !== 'no-evidence' || reason !== 'unclear-wish') return [];
  return [
    { label: '深入一章', does: { act: 'deepen', run } },
    { label: '補充來源', does: { act: 'add-sources', run } },
    { label: '重新發布', does: { act: 'republish', run } },
    { label: '說明', does: { act: 'help' } },
  ];
}
