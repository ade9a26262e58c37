import type { Language } from '@dossier/contracts';
import type { CorpusSnapshot } from './local-corpus.ts';
import { converterBetween } from './opencc.ts';
import type { Question } from './relevance.ts';
import { latinStems } from './tokenize.ts';

/** Feedback from more than the one best section adds more noise than words. */
const FEEDBACK_TERMS = 8;

/**
 * Names and acronyms that the section answering the question best is written with. Latin words stay
 * the same in a Chinese and an English text about one subject, so they lead from one to the other
 * (pseudo-relevance feedback). Empty when no section of another language answers the question.
 * @returns stems, most telling first.
 */
export function bridgeTerms(question: Question, snapshot: CorpusSnapshot): string[] {
  const { index } = snapshot;
  const hit = index
    .findSections(question.searchWords(), (section) => section.language !== 'en', 10)
    .find(({ section }) =>
      index.sentencesOf(section).some((s) => question.isAnswer(s, question.relevanceOf(s))),
    );
  if (hit === undefined) return [];
  const counts = new Map<string, number>();
  const { document, headingText, bodyText } = hit.section;
  const words = [document.titleText, headingText, bodyText].flatMap(({ folded }) =>
    latinStems(folded),
  );
  for (const word of words.filter((w) => /^[a-z][a-z0-9.+-]{2,}$/u.test(w))) {
    counts.set(word, (counts.get(word) ?? 0) + 1);
  }
  const total = index.sections.length;
  return [...counts]
    .map(([word, count]) => {
      const sections = index.sections.filter((s) => s.bodyText.stems.has(word)).length;
      return { word, score: (1 + Math.log(count)) * Math.log(1 + total / (1 + sections)) };
    })
    .sort((a, b) => b.score - a.score || (a.word < b.word ? -1 : 1))
    .slice(0, FEEDBACK_TERMS)
    .map(({ word }) => word);
}

/** The words of a question in another language, as far as glossaries and names go. */
export async function queryIn(
  language: Language,
  question: Question,
  snapshot: CorpusSnapshot,
): Promise<string> {
  const words = question.terms.flatMap((term) => {
    const concepts = snapshot.lexicon.glossary.conceptsOf(term.label);
    const translated = concepts.flatMap((concept) => concept[language]).slice(0, 2);
    if (translated.length > 0) return translated;
    return term.languages.has(language) || language !== 'en' ? [term.label] : [];
  });
  const names = language === 'en' ? bridgeTerms(question, snapshot) : [];
  const query = [...new Set([...words, ...names])].join(' ');
  return language === 'ja' ? toJapaneseShapes(query) : query;
}

/** `發電` as `発電`: how a Japanese reader expects to see the query. Searching folds both anyway. */
async function toJapaneseShapes(text: string): Promise<string> {
  const convert = await converterBetween('tw', 'jp');
  return convert(text);
}
