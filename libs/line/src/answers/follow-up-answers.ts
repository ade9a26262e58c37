import { LANGUAGES } from '@dossier/contracts';
import { followUpCard } from '../cards/accepted-card.ts';
import type { Choice } from '../cards/buttons.ts';
import { oneLine } from '../truncate-graphemes.ts';
import { LANGUAGE_WORDS, quoted, STAGE_WORDS } from '../words.zh-tw.ts';
import type { ChapterChoice } from './answer.ts';
import { only, say, type AnswerOf, type Alternatives, type Composers } from './alternatives.ts';

const MAX_HEADING = 60;
/** A longer list is read in the report itself. */
const MAX_LISTED = 30;

/** Answers about a further version. */
export const FOLLOW_UP_ANSWERS: Composers<
  'follow-up-accepted' | 'choose-chapter' | 'choose-language' | 'still-running' | 'no-report'
> = {
  'follow-up-accepted': (answer) => only(followUpCard(answer)),
  'choose-chapter': chooseChapter,
  'choose-language': ({ run, question }) =>
    say(
      [`${quoted(question)}要補充哪一種語言的來源？`],
      LANGUAGES.map((language) => ({
        label: LANGUAGE_WORDS[language],
        does: { act: 'add-sources', run, language },
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
  const { run, question, chapters, missing } = answer;
  const sorry = missing === undefined ? [] : [`這份報告沒有可以深入的第 ${missing} 章。`];
  if (chapters.length === 0) {
    return say([...sorry, `${quoted(question)}的報告沒有可以深入的章節。`]);
  }
  const lines = chapters.slice(0, MAX_LISTED).map(lineOf);
  const more = chapters.length - lines.length;
  return say(
    [
      ...sorry,
      `${quoted(question)}要深入哪一章？`,
      ...lines,
      ...(more > 0 ? [`還有 ${more} 章，可以在報告裡看到。`] : []),
      `也可以直接輸入，例如：「深入第 ${chapters[0]?.number} 章」`,
    ],
    chapters.map((chapter): Choice => ({
      label: `${chapter.number}. ${oneLine(chapter.heading, MAX_HEADING, '（無標題）')}`,
      does: { act: 'deepen', run, chapter: chapter.number },
    })),
  );
}

function lineOf({ number, heading }: ChapterChoice): string {
  return `${number}. ${oneLine(heading, MAX_HEADING, '（無標題）')}`;
}
