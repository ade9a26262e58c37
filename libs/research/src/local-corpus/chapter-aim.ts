import type { Evidence } from '@dossier/contracts';
import { OTHERS } from './arrange-chapters.ts';
import { wordsSharedBy } from './chapter-names.ts';
import { FACETS } from './facets.ts';
import { quotedIn, type FollowUpWork } from '../follow-up.ts';
import type { CorpusSnapshot } from './local-corpus.ts';
import { mentions } from './mentions.ts';
import { questionTerms, type QuestionTerm } from './question-terms.ts';

/** Words that a chapter's excerpts share and that say best what it is about. */
const MOST_SHARED = 3;
/** A sentence has to speak of half of what is aimed at: more words would leave it no chance. */
const MOST_WORDS = 6;
/** What people say about a report rather than about its subject. */
const ABOUT_REPORTS =
  /^(?:第.*|章|節|章節|段|版|報告|內容|部分|深|深入|補|補充|加|加上|增加|更多|多一點|再|詳細|詳盡|仔細|來源|資料|文件|文獻|日文|英文|中文|日語|英語|章を.*|詳しく|資料|chapter|chapters|more|deeper|detail|details|source|sources|report|english|japanese|chinese)$/iu;
/** Headings that name a side of any question, not a subject. */
const SIDES: ReadonlySet<string> = new Set([...FACETS.map(({ purpose }) => purpose), OTHERS]);

/**
 * What more is wanted of a chapter, in words: its heading, what its excerpts share, and what the
 * person's wish adds, as far as the documents know it. The question itself when nothing of that is left.
 */
export function chapterAim(work: FollowUpWork, snapshot: CorpusSnapshot): string {
  const { wish, base, chapter } = work;
  if (chapter === undefined) return base.plan.question;
  const heading = chapter.heading.replace(/的其他說明$/u, '');
  const wished = questionTerms(wish.instruction ?? '', snapshot.lexicon)
    .filter(({ label, isGuess }) => !isGuess && !ABOUT_REPORTS.test(label))
    .filter((term) => isKnown(term, snapshot));
  const named = SIDES.has(heading) ? [] : questionTerms(heading, snapshot.lexicon);
  const shared = sharedWords(chapter.markdown, base.evidence, snapshot);
  const words = [...[...wished, ...named].map(({ label }) => label), ...shared];
  const distinct = words.filter((word, at) => !words.slice(0, at).some((w) => w.includes(word)));
  return distinct.length === 0 ? base.plan.question : distinct.slice(0, MOST_WORDS).join(' ');
}

function sharedWords(markdown: string, evidence: Evidence, { lexicon }: CorpusSnapshot): string[] {
  const quotes = quotedIn([{ markdown }], evidence).map(({ source, extract }) => ({
    extract,
    sourceKey: source.key,
  }));
  return wordsSharedBy(quotes, evidence, lexicon).slice(0, MOST_SHARED);
}

/** Whether some document mentions a term: a word of the wish that none does would only lower every score. */
function isKnown(term: QuestionTerm, { index }: CorpusSnapshot): boolean {
  return index.sections.some((section) =>
    [section.document.titleText, section.headingText, section.bodyText].some(
      (text) => mentions(text, term.forms) === 1,
    ),
  );
}
