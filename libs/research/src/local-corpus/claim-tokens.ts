import type { Language } from '@dossier/contracts';
import { withoutNegation } from './negation.ts';
import { knownSpans } from './known-spans.ts';
import type { Lexicon } from './question-terms.ts';
import { bigrams, isCjk, stem } from './tokenize.ts';

const segmenters = new Map<Language, Intl.Segmenter>();
const ALWAYS_EMPTY =
  /^(?:[\p{Script=Hiragana}ー]+|[\d.,]+|約|必要|目安|建議|適して|平均|大約|左右|結果|顯示|指出|表示|認為|示す|示し|述べ|報告|調査|研究|show|shows|showed|found|find|finds|report|reports|reported|say|says|said|state|states|according|about|average|study|survey)$/iu;

/**
 * What a clause speaks of, in a form that can be compared across wordings and languages: a word of
 * the glossary becomes its concept (`=成本`), other Han and kana words their character pairs, other
 * words their stem. Figures, negations and words without content are gone.
 */
export function claimTokens(clause: string, language: Language, lexicon: Lexicon): Set<string> {
  const text = withoutNegation(clause);
  const tokens = new Set<string>();
  let rest = 0;
  for (const { start, end } of knownSpans(text, lexicon)) {
    addWords(tokens, text.slice(rest, start), language, lexicon);
    const folded = lexicon.fold(text.slice(start, end));
    tokens.add(lexicon.glossary.conceptName(folded) ?? folded);
    rest = end;
  }
  addWords(tokens, text.slice(rest), language, lexicon);
  return tokens;
}

function addWords(tokens: Set<string>, text: string, language: Language, lexicon: Lexicon): void {
  let run: string[] = [];
  const closeRun = (): void => {
    bigrams(run.join('')).forEach((pair) => tokens.add(pair));
    run = [];
  };
  for (const { segment, isWordLike } of segmenterOf(language).segment(text)) {
    const folded = lexicon.fold(segment);
    const isEmpty =
      isWordLike !== true || lexicon.words.stop.has(folded) || ALWAYS_EMPTY.test(segment);
    const concept = isEmpty ? null : lexicon.glossary.conceptName(folded);
    if (isEmpty || concept !== null || !isCjk(folded)) {
      closeRun();
      if (!isEmpty) tokens.add(concept ?? stem(folded));
      continue;
    }
    // ICU cuts one word differently in two sentences (換|電站, 換|電|站); single characters tell.
    if (!joins(run.at(-1), folded)) closeRun();
    run.push(folded);
  }
  closeRun();
}

function joins(previous: string | undefined, next: string): boolean {
  return previous === undefined || [...previous].length === 1 || [...next].length === 1;
}

function segmenterOf(language: Language): Intl.Segmenter {
  let segmenter = segmenters.get(language);
  if (segmenter === undefined) {
    segmenter = new Intl.Segmenter(language, { granularity: 'word' });
    segmenters.set(language, segmenter);
  }
  return segmenter;
}

/** How rare tokens are among the sentences compared: what all of them say tells none apart. */
export type TokenWeights = (token: string) => number;

/** What all sentences share because it was asked is still what they speak of. */
const LEAST_ASKED_WEIGHT = Math.log(3.5);

/** Weights from the token sets of all sentences; what was asked has a least weight. */
export function tokenWeights(
  sets: readonly ReadonlySet<string>[],
  asked: ReadonlySet<string>,
): TokenWeights {
  const counts = new Map<string, number>();
  for (const set of sets) for (const token of set) counts.set(token, (counts.get(token) ?? 0) + 1);
  return (token) => {
    const weight = Math.log(1.5 + sets.length / (counts.get(token) ?? 1));
    return asked.has(token) ? Math.max(weight, LEAST_ASKED_WEIGHT) : weight;
  };
}

/** Two token sets compared by weight. */
export interface Overlap {
  /** Shared weight over the weight of both together (weighted Jaccard), 0 to 1. */
  readonly similarity: number;
  /** Shared weight over the weight of the lighter set, 0 to 1. */
  readonly containment: number;
  readonly shared: readonly string[];
}

/** How much two sets have in common. */
export function overlap(
  a: ReadonlySet<string>,
  b: ReadonlySet<string>,
  weight: TokenWeights,
): Overlap {
  const sum = (tokens: Iterable<string>): number =>
    [...tokens].reduce((total, token) => total + weight(token), 0);
  const shared = [...a].filter((token) => b.has(token));
  const [common, inA, inB] = [sum(shared), sum(a), sum(b)];
  const union = inA + inB - common;
  return {
    similarity: union === 0 ? 0 : common / union,
    containment: Math.min(inA, inB) === 0 ? 0 : common / Math.min(inA, inB),
    shared,
  };
}
