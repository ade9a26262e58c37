import type { CorpusIndex, IndexedSection, Sentence } from './corpus-index.ts';
import { detectLanguage } from './detect-language.ts';
import { mentions, spellsOut } from './mentions.ts';
import { questionTerms, type Lexicon, type QuestionTerm } from './question-terms.ts';
import { askedUnits, asksQuantity, quantitiesIn } from './quantities.ts';
import type { SearchableText } from './tokenize.ts';

/**
 * Share of a question's weight that a sentence and its place must cover. Below it two documents
 * that merely share a word with the question ("robot", "Taiwan") would count as evidence.
 */
const LEAST_COVERAGE = 0.5;
/** Aspects may be covered well by a sentence on another subject. */
const LEAST_SUBJECT_COVERAGE = 0.35;
/** Share of the question that a sentence must say itself, unless it gives the figure that is asked. */
const LEAST_OWN = 0.08;
/** What a term is worth where the sentence stands, compared with in the sentence itself. */
const CREDIT = { heading: 0.9, title: 0.8, section: 0.5 } as const;
/** Aspects ("cost", "risk") occur in documents on anything; vague words ("effect") decide nothing. */
const ASPECT_WEIGHT = 0.6;
const VAGUE_WEIGHT = 0.15;
/**
 * A term the other language has no known word for cannot be found there, so it counts less. But if
 * the corpus has documents in the question's language and none of them uses it either, the corpus
 * is probably about something else.
 */
const UNTRANSLATED_WEIGHT = { known: 0.5, missed: 0.9 } as const;
/** What a spelt-out abbreviation is worth, of a term that the corpus does use. */
const SPELT_OUT_CREDIT = 0.7;
/** A term in every document still says something; a term in none says most. */
const COMMON_TERM_WEIGHT = 0.3;

/** In a compound (`地熱發電`, `機器人手術`) the rarest part tells what it is about. */
const COMPOUND_PART_WEIGHT = 0.5;
/** A guessed part that no document uses, beside one that documents do use, says next to nothing. */
const WRONG_GUESS_WEIGHT = 0.3;

interface WeightedTerm extends QuestionTerm {
  readonly weight: number;
  /** Whether any document uses it. */
  readonly isUsed: boolean;
  /** Whether no document uses it although some are in the question's language. */
  readonly isMissed: boolean;
}

/** How well a sentence answers a question. */
export interface Relevance {
  /** 0 to 1: share of the question found in the sentence or where it stands. */
  readonly coverage: number;
  /** 0 to 1: share found in the sentence itself. */
  readonly own: number;
}

/** A question read against a corpus: its terms, weighted by how rare they are there. Costs a pass over the whole corpus. */
export class Question {
  readonly terms: readonly WeightedTerm[];
  /** Whether a figure is asked for. */
  readonly asksQuantity: boolean;
  readonly #units: ReadonlySet<string>;

  constructor(text: string, index: CorpusIndex, lexicon: Lexicon) {
    const terms = questionTerms(text, lexicon);
    const frequencies = documentFrequencies(terms, index);
    const total = index.documents.length;
    const rarest = Math.log(1 + total / 0.5);
    const hasOwnLanguage = index.languageCounts().has(detectLanguage(text));
    const weighted = terms.map((term, at): WeightedTerm => {
      const rarity = Math.log(1 + total / ((frequencies[at] ?? 0) + 0.5)) / rarest;
      const weight = COMMON_TERM_WEIGHT + (1 - COMMON_TERM_WEIGHT) * rarity;
      const isUsed = (frequencies[at] ?? 0) > 0;
      const kind = term.isVague ? VAGUE_WEIGHT : term.isAspect ? ASPECT_WEIGHT : 1;
      return { ...term, isUsed, isMissed: !isUsed && hasOwnLanguage, weight: weight * kind };
    });
    const guessed = weighted.map((term) => {
      const isHelped = weighted.some((o) => o.compound === term.compound && o.isGuess && o.isUsed);
      const isWrong = term.isGuess && !term.isUsed && isHelped;
      return isWrong ? { ...term, weight: term.weight * WRONG_GUESS_WEIGHT } : term;
    });
    this.terms = guessed.map((term) => {
      const parts = guessed.filter(({ compound }) => compound === term.compound);
      const isMain = term === parts.reduce((a, b) => (b.weight > a.weight ? b : a));
      return { ...term, weight: term.weight * (isMain ? 1 : COMPOUND_PART_WEIGHT) };
    });
    this.asksQuantity = asksQuantity(text);
    this.#units = askedUnits(text);
  }

  /** Words (folded) to search sections by. */
  searchWords(): string[] {
    return this.terms.flatMap((term) => term.forms);
  }

  /** How much of the question a sentence covers, by itself and with its heading, title and section. */
  relevanceOf(sentence: Sentence): Relevance {
    const { section } = sentence;
    let all = 0;
    let own = 0;
    let covered = 0;
    for (const term of this.terms) {
      const inSentence = inText(sentence.searchable, term);
      const found = Math.max(inSentence, inPlace(section, term));
      const isForeign = found === 0 && !term.languages.has(sentence.language);
      const share = isForeign ? UNTRANSLATED_WEIGHT[term.isMissed ? 'missed' : 'known'] : 1;
      all += term.weight * share;
      own += term.weight * inSentence;
      covered += term.weight * found;
    }
    return all === 0 ? { coverage: 0, own: 0 } : { coverage: covered / all, own: own / all };
  }

  /** Whether a sentence of such relevance answers the question at all. */
  isAnswer(sentence: Sentence, relevance: Relevance): boolean {
    if (relevance.coverage < LEAST_COVERAGE) return false;
    if (this.#subjectCoverage(sentence) < LEAST_SUBJECT_COVERAGE) return false;
    if (relevance.own >= LEAST_OWN) return true;
    // "The roof was 12 °C cooler" answers "how much do green roofs cool" under the right heading.
    return this.asksQuantity && this.#isHeaded(sentence) && this.#hasAskedFigure(sentence);
  }

  #hasAskedFigure({ text }: Sentence): boolean {
    const units = quantitiesIn(text).map(({ unit }) => unit);
    return this.#units.size === 0 ? units.length > 0 : units.some((unit) => this.#units.has(unit));
  }

  /** Whether the nearest heading speaks of what is asked; a title covers other subjects, too. */
  #isHeaded({ section }: Sentence): boolean {
    const { document, heading } = section;
    const place = heading === '' ? document.titleText : section.nearestHeadingText;
    return this.terms.some((term) => !term.isVague && mentions(place, term.forms) >= 0.5);
  }

  /** Share of the subject, aspects aside, that a sentence and its place speak of. */
  #subjectCoverage(sentence: Sentence): number {
    let all = 0;
    let covered = 0;
    for (const term of this.terms.filter(({ isAspect }) => !isAspect)) {
      const found = Math.max(inText(sentence.searchable, term), inPlace(sentence.section, term));
      all += term.weight;
      covered += term.weight * found;
    }
    return all === 0 ? 1 : covered / all;
  }
}

function inText(text: SearchableText, term: WeightedTerm): number {
  const credit = mentions(text, term.forms);
  if (credit >= SPELT_OUT_CREDIT || !term.isUsed || term.isAspect) return credit;
  return spellsOut(text, term.forms) ? SPELT_OUT_CREDIT : credit;
}

function inPlace(section: IndexedSection, term: QuestionTerm): number {
  const places: readonly (readonly [number, SearchableText])[] = [
    [CREDIT.heading, section.headingText],
    [CREDIT.title, section.document.titleText],
    [CREDIT.section, section.bodyText],
  ];
  return Math.max(...places.map(([credit, text]) => credit * mentions(text, term.forms)));
}

function documentFrequencies(terms: readonly QuestionTerm[], index: CorpusIndex): number[] {
  return terms.map((term) => {
    const documents = new Set<string>();
    for (const { document, headingText, bodyText } of index.sections) {
      if (documents.has(document.path)) continue;
      const isThere = [document.titleText, headingText, bodyText].some(
        (text) => mentions(text, term.forms) === 1,
      );
      if (isThere) documents.add(document.path);
    }
    return documents.size;
  });
}
