import type { Evidence, Extract, Plan } from '@dossier/contracts';

/** A quoted excerpt, with the keys of others that say the same in nearly the same words. */
export interface Quoted {
  readonly extract: Extract;
  readonly sourceKey: string;
  readonly also: readonly string[];
  /** Excerpts in nearly the same words with other figures: told in the same breath. */
  readonly variants: readonly Extract[];
}

/** A chapter to be: its heading and what it quotes. */
export interface Theme {
  readonly heading: string;
  readonly quotes: readonly Quoted[];
}

const MOST_PER_CHAPTER = 8;
/** The first chapter answers the question; what else is known goes to the chapters on its sides. */
const MOST_IN_FIRST = 5;
/** Heading of what fits no side of the question, until it gets a name. */
export const OTHERS = '其他相關說明';
/** Character pairs shared by two sentences above which one of them is left out. */
const SAME_SENTENCE = 0.8;

/**
 * Deals the excerpts out to chapters, one chapter each. Excerpts that are told as divergences are
 * left to that chapter, as long as enough others remain. A chapter that would rest on a single
 * document is joined to its neighbour. `exact` are the keys of excerpts that answer by their own
 * words: they come first.
 */
export function arrangeThemes(plan: Plan, evidence: Evidence, exact: ReadonlySet<string>): Theme[] {
  const everything = inOrder(evidence, exact);
  const all = withoutRepetition(everything);
  const told = new Set(
    evidence.divergences.flatMap(({ sides }) => sides.flatMap((s) => s.extracts)),
  );
  const others = withoutRepetition(everything.filter(({ extract }) => !told.has(extract.key)));
  const enough = distinctSources(others) >= Math.min(2, distinctSources(all)) && others.length >= 2;
  const quotes = enough ? others : all;
  const purposes = [...new Set(plan.groups.map(({ purpose }) => purpose))];
  const [main = OTHERS, ...sides] = purposes;
  const open = [...quotes];
  const first = Math.min(MOST_IN_FIRST, Math.ceil(quotes.length / 2));
  const chapters = [take(open, first, main, plan)];
  // The side that fewest excerpts speak of picks first, else a side with many would leave it nothing.
  const count = (purpose: string): number => matching(open, purpose, plan).length;
  for (const purpose of sides.toSorted((a, b) => count(a) - count(b))) {
    chapters.push(take(open, MOST_PER_CHAPTER, purpose, plan));
  }
  const inPlanOrder = chapters.toSorted(
    (a, b) => purposes.indexOf(a.heading) - purposes.indexOf(b.heading),
  );
  return joinThin([...inPlanOrder, { heading: OTHERS, quotes: open }]);
}

/** All excerpts, answers first, then the best of each source, so that a chapter's first lines come from several. */
function inOrder(evidence: Evidence, exact: ReadonlySet<string>): Quoted[] {
  return evidence.sources
    .flatMap((source, sourceRank) =>
      source.extracts.map((extract, rank) => ({
        extract,
        sourceKey: source.key,
        rank,
        sourceRank,
        addition: exact.has(extract.key) ? 0 : 1,
      })),
    )
    .sort((a, b) => a.addition - b.addition || a.rank - b.rank || a.sourceRank - b.sourceRank)
    .map(({ extract, sourceKey }) => ({ extract, sourceKey, also: [], variants: [] }));
}

/** Excerpts in nearly the same words stand together: one is quoted, the others go with it. */
export function withoutRepetition(quotes: readonly Quoted[]): Quoted[] {
  const kept: {
    quote: Quoted;
    pairs: ReadonlySet<string>;
    also: string[];
    variants: Extract[];
  }[] = [];
  for (const quote of quotes) {
    const { extract } = quote;
    const pairs = pairsOf(extract.text);
    const same = kept.find((known) => jaccard(known.pairs, pairs) >= SAME_SENTENCE);
    if (same === undefined) kept.push({ quote, pairs, also: [], variants: [] });
    else if (figuresOf(same.quote.extract.text) === figuresOf(extract.text)) {
      same.also.push(extract.key);
    } else same.variants.push(extract);
  }
  return kept.map(({ quote, also, variants }) => ({ ...quote, also, variants }));
}

/** Whether two sentences are told in nearly the same words, so that a report quotes only one of them. */
export function sayAlike(a: string, b: string): boolean {
  return jaccard(pairsOf(a), pairsOf(b)) >= SAME_SENTENCE;
}

/** Character pairs without marks and spaces: how the evaluation measures repetition, too. */
function pairsOf(text: string): ReadonlySet<string> {
  const characters = [
    ...text
      .normalize('NFKC')
      .toLowerCase()
      .replace(/[\s\p{P}]+/gu, ''),
  ];
  return new Set(characters.slice(1).map((c, index) => `${characters[index] ?? ''}${c}`));
}

function jaccard(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  const shared = [...a].filter((pair) => b.has(pair)).length;
  return shared / Math.max(1, a.size + b.size - shared);
}

function figuresOf(text: string): string {
  return (text.normalize('NFKC').match(/\d+(?:\.\d+)?/gu) ?? []).join(' ');
}

function purposesOf(plan: Plan, { extract }: Quoted): string[] {
  return plan.groups.filter(({ id }) => extract.groups.includes(id)).map(({ purpose }) => purpose);
}

function matching(quotes: readonly Quoted[], purpose: string, plan: Plan): Quoted[] {
  return quotes.filter((quote) => purposesOf(plan, quote).includes(purpose));
}

/** Takes the first fitting quotes out of those still open. */
function take(open: Quoted[], most: number, purpose: string, plan: Plan): Theme {
  const quotes = matching(open, purpose, plan).slice(0, most);
  for (const quote of quotes) open.splice(open.indexOf(quote), 1);
  return { heading: purpose, quotes };
}

/**
 * Puts together what stands in chapters of fewer than two sources. If that is still one source, it
 * goes to the chapter before; a report from a single document has a single chapter.
 */
function joinThin(themes: readonly Theme[]): Theme[] {
  const sound = themes.filter(({ quotes }) => distinctSources(quotes) >= 2);
  const thin = themes.filter(({ quotes }) => quotes.length > 0 && distinctSources(quotes) < 2);
  const rest = thin.flatMap(({ quotes }) => quotes);
  const [first] = thin;
  if (first === undefined) return sound;
  const heading = thin.length === 1 || sound.length === 0 ? first.heading : OTHERS;
  if (distinctSources(rest) >= 2 || sound.length === 0) {
    const known = sound.find((theme) => theme.heading === heading);
    if (known === undefined) return [...sound, { heading, quotes: rest }];
  }
  const [last, ...before] = sound.toReversed();
  if (last === undefined) return [{ heading, quotes: rest }];
  return [...before.toReversed(), { ...last, quotes: [...last.quotes, ...rest] }];
}

function distinctSources(quotes: readonly Quoted[]): number {
  return new Set(quotes.flatMap(keysOf).map(sourceOf)).size;
}

/** Keys of all excerpts that a quote cites. */
export function keysOf({ extract, also, variants }: Quoted): string[] {
  return [extract.key, ...also, ...variants.map(({ key }) => key)];
}

function sourceOf(extractKey: string): string {
  return extractKey.split('-')[0] ?? extractKey;
}
