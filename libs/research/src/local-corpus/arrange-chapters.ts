import type { Evidence, Extract, Plan } from '@dossier/contracts';

/** A quoted excerpt, with the keys of others that say the same in nearly the same words. */
export interface Quoted {
  readonly extract: Extract;
  readonly sourceKey: string;
  readonly also: readonly string[];
}

/** A chapter to be: its heading and what it quotes. */
export interface Theme {
  readonly heading: string;
  readonly quotes: readonly Quoted[];
}

const MOST_PER_CHAPTER = 8;
/** The first chapter answers the question; what else is known goes to the chapters on its sides. */
const FIRST_CHAPTER = 5;
/** Character pairs shared by two sentences above which one of them is left out. */
const SAME_SENTENCE = 0.8;

/**
 * Deals the excerpts out to chapters, one chapter each. Excerpts that are told as divergences are
 * left to that chapter, as long as enough others remain. A chapter that would rest on a single
 * document is joined to its neighbour.
 */
export function arrangeThemes(plan: Plan, evidence: Evidence): Theme[] {
  const all = withoutRepetition(inOrder(evidence));
  const told = new Set(
    evidence.divergences.flatMap(({ sides }) => sides.flatMap((s) => s.extracts)),
  );
  const others = all.filter(({ extract }) => !told.has(extract.key));
  const enough = distinctSources(others) >= Math.min(2, distinctSources(all)) && others.length >= 2;
  const quotes = enough ? others : all;
  const purposes = [...new Set(plan.groups.map(({ purpose }) => purpose))];
  const chapters = new Map(purposes.map((purpose): [string, Quoted[]] => [purpose, []]));
  const open = [...quotes];
  const first = Math.min(FIRST_CHAPTER, Math.ceil(quotes.length / 2));
  takeInto(chapters.get(purposes[0] ?? ''), open, first, (quote) =>
    purposesOf(plan, quote).includes(purposes[0] ?? ''),
  );
  // The side that fewest excerpts speak of picks first, else a side with many would leave it nothing.
  const bySize = purposes.slice(1).sort((a, b) => countOf(plan, open, a) - countOf(plan, open, b));
  for (const purpose of [...bySize, ...purposes.slice(0, 1)]) {
    const chapter = chapters.get(purpose);
    const room = MOST_PER_CHAPTER - (chapter?.length ?? 0);
    takeInto(chapter, open, room, (quote) => purposesOf(plan, quote).includes(purpose));
  }
  return joinThin([...chapters].map(([heading, quoted]) => ({ heading, quotes: quoted })));
}

/** All excerpts, the best of each source first, so that a chapter's first lines come from several. */
function inOrder(evidence: Evidence): Quoted[] {
  return evidence.sources
    .flatMap((source, sourceRank) =>
      source.extracts.map((extract, rank) => ({
        extract,
        sourceKey: source.key,
        rank,
        sourceRank,
      })),
    )
    .sort((a, b) => a.rank - b.rank || a.sourceRank - b.sourceRank)
    .map(({ extract, sourceKey }) => ({ extract, sourceKey, also: [] }));
}

function withoutRepetition(quotes: readonly Quoted[]): Quoted[] {
  const kept: { quote: Quoted; pairs: ReadonlySet<string>; also: string[] }[] = [];
  for (const quote of quotes) {
    const pairs = pairsOf(quote.extract.text);
    const same = kept.find((known) => jaccard(known.pairs, pairs) >= SAME_SENTENCE);
    if (same === undefined) kept.push({ quote, pairs, also: [] });
    else if (figuresOf(same.quote.extract.text) === figuresOf(quote.extract.text)) {
      same.also.push(quote.extract.key);
    }
  }
  return kept.map(({ quote, also }) => ({ ...quote, also }));
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

function countOf(plan: Plan, quotes: readonly Quoted[], purpose: string): number {
  return quotes.filter((quote) => purposesOf(plan, quote).includes(purpose)).length;
}

function takeInto(
  chapter: Quoted[] | undefined,
  open: Quoted[],
  most: number,
  fits: (quote: Quoted) => boolean,
): void {
  if (chapter === undefined) return;
  const taken = open.filter(fits).slice(0, Math.max(0, most));
  for (const quote of taken) open.splice(open.indexOf(quote), 1);
  chapter.push(...taken);
}

/** Joins a chapter with fewer than two sources to the one before it, or the first to the one after. */
function joinThin(themes: readonly Theme[]): Theme[] {
  const filled = themes.filter(({ quotes }) => quotes.length > 0);
  const joined: Theme[] = [];
  for (const theme of filled) {
    const last = joined.at(-1);
    if (
      last !== undefined &&
      (distinctSources(theme.quotes) < 2 || distinctSources(last.quotes) < 2)
    ) {
      joined[joined.length - 1] = {
        heading: last.heading,
        quotes: [...last.quotes, ...theme.quotes],
      };
    } else joined.push(theme);
  }
  return joined;
}

function distinctSources(quotes: readonly Quoted[]): number {
  return new Set(quotes.flatMap(({ sourceKey, also }) => [sourceKey, ...also.map(sourceOf)])).size;
}

function sourceOf(extractKey: string): string {
  return extractKey.split('-')[0] ?? extractKey;
}
