import type { Language } from '@dossier/contracts';
import type { Sentence } from './corpus-index.ts';
import type { Facet } from './facets.ts';
import type { CorpusSnapshot } from './local-corpus.ts';
import { bridgeTerms } from './query-expansion.ts';
import { quantitiesIn } from './quantities.ts';
import type { Question } from './relevance.ts';
import { indexTokens } from './tokenize.ts';

/** Enough for a chapter and for comparing; more would only repeat. */
const MOST_EXTRACTS = 12;
const MOST_PER_SECTION = 3;
const SECTIONS_READ = 60;
/** Weight of relevance against novelty (maximal marginal relevance, Carbonell and Goldstein 1998). */
const LAMBDA = 0.7;
const SAME_WORDING = 0.8;
/** A text in another language must share this many of the names that lead to it. */
const LEAST_SHARED_NAMES = 2;
const LEAST_BRIDGED_COVERAGE = 0.3;

/** Share of the question in a sentence's own words from which it is an answer, not an addition. */
const EXACT = 0.75;

interface Candidate {
  readonly sentence: Sentence;
  readonly isExact: boolean;
  readonly score: number;
  readonly tokens: ReadonlySet<string>;
}

/** What to select for. */
export interface Selection {
  readonly question: Question;
  /** Words (folded) of the query group, to rank sections by. */
  readonly words: readonly string[];
  readonly language: Language;
  readonly facet: Facet;
  /** Whether a sentence may be selected at all; absent: every one. */
  readonly accepts?: (sentence: Sentence) => boolean;
}

/** The sentences of a corpus that answer a question best, in one language and from one side of it. */
export function selectExtracts(snapshot: CorpusSnapshot, selection: Selection): Sentence[] {
  const { question, language, facet, words, accepts = () => true } = selection;
  const hits = snapshot.index.findSections(
    [...question.searchWords(), ...words],
    (section) => section.language === language,
    SECTIONS_READ,
  );
  const names = language === 'en' ? bridgeTerms(question, snapshot) : [];
  const candidates = hits.flatMap(({ section, score: sectionScore }) =>
    snapshot.index.sentencesOf(section).flatMap((sentence): Candidate[] => {
      const relevance = question.relevanceOf(sentence);
      const bridged = relevance.coverage >= LEAST_BRIDGED_COVERAGE && sharesNames(sentence, names);
      if (!question.isAnswer(sentence, relevance) && !bridged) return [];
      if (!facet.speaksOf(sentence) || !accepts(sentence)) return [];
      const figures = question.asksQuantity && quantitiesIn(sentence.text).length > 0 ? 1.25 : 1;
      const score = (0.6 * relevance.own + 0.4 * relevance.coverage) * (0.7 + 0.3 * sectionScore);
      return [
        {
          sentence,
          isExact: relevance.own >= EXACT,
          score: score * figures,
          tokens: tokensOf(sentence),
        },
      ];
    }),
  );
  return mostRelevantAndNovel(candidates);
}

function sharesNames(sentence: Sentence, names: readonly string[]): boolean {
  const { headingText, bodyText, document } = sentence.section;
  const inPlace = names.filter((name) =>
    [headingText, bodyText, document.titleText].some((text) => text.stems.has(name)),
  );
  const own = names.some((name) => sentence.searchable.stems.has(name));
  return own && inPlace.length >= LEAST_SHARED_NAMES;
}

function mostRelevantAndNovel(candidates: readonly Candidate[]): Sentence[] {
  const chosen: Candidate[] = [];
  // Answers come first, so that none gives way to an addition.
  choose(
    chosen,
    candidates.filter(({ isExact }) => isExact),
  );
  choose(
    chosen,
    candidates.filter(({ isExact }) => !isExact),
  );
  return chosen.map(({ sentence }) => sentence);
}

function choose(chosen: Candidate[], candidates: readonly Candidate[]): void {
  const best = Math.max(...candidates.map(({ score }) => score), Number.EPSILON);
  const rest = [...candidates];
  while (rest.length > 0 && chosen.length < MOST_EXTRACTS) {
    const worth = rest.map((candidate) => {
      return (LAMBDA * candidate.score) / best - (1 - LAMBDA) * repetition(candidate, chosen);
    });
    const [next] = rest.splice(worth.indexOf(Math.max(...worth)), 1);
    if (next === undefined) break;
    const { section } = next.sentence;
    const fromSection = chosen.filter((c) => c.sentence.section === section).length;
    const hasRoom = next.isExact || fromSection < MOST_PER_SECTION;
    if (hasRoom && !repeats(next, chosen)) chosen.push(next);
  }
}

/** Whether a sentence says nothing new; another figure is new, however alike the words are. */
function repeats(candidate: Candidate, chosen: readonly Candidate[]): boolean {
  return chosen.some(
    ({ tokens, sentence }) =>
      sentence.section.document === candidate.sentence.section.document &&
      containment(candidate.tokens, tokens) > SAME_WORDING &&
      [...candidate.tokens].every((token) => !/\d/u.test(token) || tokens.has(token)),
  );
}

/**
 * How much a sentence repeats what the same document has said. What another document says in the
 * same words is no repetition but an agreement, or, with another figure, a divergence.
 */
function repetition(candidate: Candidate, chosen: readonly Candidate[]): number {
  const shares = chosen
    .filter((other) => other.sentence.section.document === candidate.sentence.section.document)
    .map((other) => containment(candidate.tokens, other.tokens));
  return Math.max(0, ...shares);
}

function containment(part: ReadonlySet<string>, whole: ReadonlySet<string>): number {
  if (part.size === 0) return 1;
  return [...part].filter((token) => whole.has(token)).length / part.size;
}

function tokensOf(sentence: Sentence): ReadonlySet<string> {
  return new Set(indexTokens(sentence.searchable.folded));
}
