import { LANGUAGES } from '@dossier/contracts';
import { followUpCard } from '../cards/accepted-card.ts';
import type { Choice } from '../cards/buttons.ts';
import { oneLine } from '../truncate-graphemes.ts';
import { LANGUAGE_WORDS, noEvidenceWords, quoted, STAGE_WORDS } from '../words.zh-tw.ts';
import type { ChapterChoice } from './answer.ts';
import { only, say, type AnswerOf, type Alternatives, type Composers } from './alternatives.ts';

const MAX_HEADING = 60;
/** A longer list is read in the report itself. */
const MAX_LISTED = 30;

const VERBS = { rewrite: '改寫', 'add-sources': '補充來源' } as const;

/** Answers about a further version. */
export const FOLLOW_UP_ANSWERS: Composers<
  | 'follow-up-accepted'
  | 'choose-chapter'
  | 'choose-language'
  | 'still-running'
  | 'base-unreadable'
  | 'no-report'
> = {
  'follow-up-accepted': (answer) => only(followUpCard(answer)),
  'choose-chapter': chooseChapter,
  'choose-language': ({ run, question, chapter }) =>
    say(
      [
        `${quoted(question)}${chapter === undefined ? '' : `的第 ${chapter} 章`}要補充哪一種語言的來源？`,
        `也可以直接輸入，例如：「${chapter === undefined ? '' : `第 ${chapter} 章`}補日文來源」`,
      ],
      LANGUAGES.map((language) => ({
        label: LANGUAGE_WORDS[language],
        does: { act: 'add-sources', run, ...(chapter !== undefined && { chapter }), language },
      })),
    ),
  'still-running': ({ run, question, stage }) =>
    say(
      [
        `${quoted(question)}的第 ${run.version} 版還在製作，正在${STAGE_WORDS[stage]}。`,
        '完成之後，再告訴我要怎麼接續。',
      ],
      [
        { label: '查看進度', does: { act: 'status', run } },
        { label: '取消', does: { act: 'cancel', run } },
      ],
    ),
  'base-unreadable': ({ run, question }) =>
    say(
      [`題目：${quoted(question)}`, ...noEvidenceWords('base-unreadable')],
      [
        { label: '重新研究同一題', does: { act: 'ask-again', run } },
        { label: '新研究', does: { act: 'new-topic' } },
      ],
    ),
  'no-report': ({ run, question }) =>
    say(
      [`${quoted(question)}還沒有完成的報告，沒辦法接續。`],
      [
        { label: '查看進度', does: { act: 'status', run } },
        { label: '新研究', does: { act: 'new-topic' } },
      ],
    ),
};

function chooseChapter(answer: AnswerOf<'choose-chapter'>): Alternatives {
  const { run, question, chapters, missing, wish } = answer;
  const verb = wish === undefined ? '深入' : VERBS[wish];
  const sorry = missing === undefined ? [] : [`這份報告沒有可以${verb}的第 ${missing} 章。`];
  if (chapters.length === 0) {
    return say(
      [
        `${quoted(question)}的報告沒有可以${verb}的章節。`,
        '可以換個說法，另外傳一個新的問題給我。',
      ],
      [{ label: '新研究', does: { act: 'new-topic' } }],
    );
  }
  const lines = chapters.slice(0, MAX_LISTED).map(lineOf);
  const more = chapters.length - lines.length;
  return say(
    [
      ...sorry,
      `${quoted(question)}要${wish === 'add-sources' ? '補充哪一章的來源' : `${verb}哪一章`}？`,
      ...lines,
      ...(more > 0 ? [`還有 ${more} 章，可以在報告裡看到。`] : []),
      `${wish === undefined ? '也可以直接輸入' : '請直接輸入'}，例如：「${exampleOf(wish, chapters[0]?.number)}」`,
    ],
    // Its buttons go deeper, which is not what was asked for.
    (wish === undefined ? chapters : []).map((chapter): Choice => ({
      label: `${chapter.number}. ${oneLine(chapter.heading, MAX_HEADING, '（無標題）')}`,
      does: { act: 'deepen', run, chapter: chapter.number },
    })),
  );
}

function exampleOf(wish: AnswerOf<'choose-chapter'>['wish'], chapter = 1): string {
  return wish === 'add-sources'
    ? `第 ${chapter} 章補日文來源`
    : `${wish === undefined ? '深入' : '改寫'}第 ${chapter} 章`;
}

function lineOf({ number, heading }: ChapterChoice): string {
  return `${number}. ${oneLine(heading, MAX_HEADING, '（無標題）')}`;
}
