import type { Evidence, Extract } from '@dossier/contracts';
import { FACETS } from './facets.ts';
import { OTHERS, type Quoted, type Theme } from './arrange-chapters.ts';
import { knownSpans } from './known-spans.ts';
import type { Lexicon } from './question-terms.ts';
import { isCjk } from './tokenize.ts';
import { toTraditional } from './to-traditional.ts';

/** Names that say nothing about what a chapter holds. */
const HOLLOW: ReadonlySet<string> = new Set([FACETS[0].purpose, OTHERS]);
const LONGEST_NAME = 20;
/** A word of fewer documents is theirs, not the chapter's. */
const LEAST_SOURCES = 2;
/** Share of a chapter's quotes that its words have to stand in. */
const LEAST_SHARE = 0.3;

/** A word that could name a chapter: what it means (one key in all languages), and how it is shown. */
interface NameWord {
  readonly key: string;
  readonly shown: string;
}

/**
 * Calls the chapters that have no name of their own by the words that most of their documents share
 * and other chapters use less: `溫泉的水位`. A chapter whose quotes share no word keeps its name.
 * Names are Traditional Chinese, without figures, distinct, and of at most 20 characters.
 */
export async function nameThemes(
  themes: readonly Theme[],
  evidence: Evidence,
  lexicon: Lexicon,
): Promise<Theme[]> {
  const written = writtenIn(evidence, lexicon);
  const words = themes.map(({ quotes }) =>
    quotes.map(({ extract, sourceKey }) => ({
      sourceKey,
      words: wordsOf(extract, written, lexicon),
    })),
  );
  const everywhere = words.flat();
  const taken = new Set(themes.map(({ heading }) => heading));
  const named: Theme[] = [];
  for (const [at, theme] of themes.entries()) {
    const own = words[at] ?? [];
    const best = HOLLOW.has(theme.heading) ? sharedWords(own, everywhere) : [];
    const heading = await toTraditional(
      firstFree(namesFrom(best, written, taken), taken) ?? theme.heading,
    );
    taken.add(heading);
    named.push({ ...theme, heading });
  }
  return named;
}

/** The words that most of some quotes' documents share, as they are shown, most telling first. */
export function wordsSharedBy(
  quotes: readonly Pick<Quoted, 'extract' | 'sourceKey'>[],
  evidence: Evidence,
  lexicon: Lexicon,
): string[] {
  const written = writtenIn(evidence, lexicon);
  const words = quotes.map(({ extract, sourceKey }) => ({
    sourceKey,
    words: wordsOf(extract, written, lexicon),
  }));
  return sharedWords(words, words).map(({ shown }) => shown);
}

interface QuoteWords {
  readonly sourceKey: string;
  readonly words: readonly NameWord[];
}

/** The words that enough of a chapter's documents share, most telling first. */
function sharedWords(own: readonly QuoteWords[], everywhere: readonly QuoteWords[]): NameWord[] {
  const holding = (quotes: readonly QuoteWords[], key: string): QuoteWords[] =>
    quotes.filter(({ words }) => words.some((word) => word.key === key));
  const all = own.flatMap(({ words }) => words);
  const distinct = all.filter(({ key }, at) => all.findIndex((one) => one.key === key) === at);
  return distinct
    .map(({ key, shown }) => {
      const here = holding(own, key);
      const sources = new Set(here.map(({ sourceKey }) => sourceKey)).size;
      const share = here.length / own.length;
      const score = sources * (here.length / holding(everywhere, key).length) ** 0.5;
      return { key, shown, score, isShared: sources >= LEAST_SOURCES && share >= LEAST_SHARE };
    })
    .filter(({ isShared }) => isShared)
    .sort((a, b) => b.score - a.score);
}

/**
 * Names of two words, joined as the excerpts join them (`移位機器人`, `溫泉的水位`), then of one. Words
 * that name another chapter already come last, and alone they name no second one.
 */
function namesFrom(
  words: readonly NameWord[],
  written: string,
  used: ReadonlySet<string>,
): string[] {
  const isNew = ({ shown }: NameWord): boolean => ![...used].some((name) => name.includes(shown));
  const pairs = words.flatMap((a, at) =>
    words
      .slice(at + 1)
      .filter((b) => !a.key.includes(b.key) && !b.key.includes(a.key) && (isNew(a) || isNew(b)))
      .map((b) => ({ name: joined(a, b, written), isFresh: isNew(a) && isNew(b) })),
  );
  return [
    ...pairs.filter(({ isFresh }) => isFresh).map(({ name }) => name),
    ...pairs.filter(({ isFresh }) => !isFresh).map(({ name }) => name),
    ...words.filter(isNew).map(({ shown }) => shown),
    ...words.map(({ shown }) => `${shown}的其他說明`),
  ];
}

function joined(a: NameWord, b: NameWord, written: string): string {
  const orders = [
    [a, b],
    [b, a],
  ] as const;
  for (const link of ['', '的']) {
    const order = orders.find(([x, y]) => written.includes(`${x.key}${link}${y.key}`));
    if (order !== undefined) return order.map(({ shown }) => shown).join(link);
  }
  return `${a.shown}與${b.shown}`;
}

function firstFree(names: readonly string[], taken: ReadonlySet<string>): string | undefined {
  return names.find((name) => [...name].length <= LONGEST_NAME && !taken.has(name));
}

/** Everything that question, titles, headings and excerpts say, folded. */
function writtenIn({ question, sources }: Evidence, { fold }: Lexicon): string {
  const texts = sources.flatMap(({ title, extracts }) => [
    title,
    ...extracts.flatMap(({ heading, text }) => [heading, text]),
  ]);
  return fold([question, ...texts].join('\n'));
}

/** Words of the glossary in an excerpt in any language, and other words of Chinese ones. */
function wordsOf(extract: Extract, written: string, lexicon: Lexicon): NameWord[] {
  const { text, language } = extract;
  const found: NameWord[] = [];
  let rest = 0;
  const addOthers = (part: string): void => {
    if (language === 'zh-TW') found.push(...chineseWords(part, lexicon));
  };
  for (const { start, end } of knownSpans(text, lexicon)) {
    addOthers(text.slice(rest, start));
    // "Plant" may be a 植物: a translation that nobody writes is not trusted.
    const forms = lexicon.glossary.conceptsOf(text.slice(start, end))[0]?.['zh-TW'] ?? [];
    const shown = forms.find((form) => written.includes(lexicon.fold(form)));
    if (shown !== undefined && forms.every((form) => isTelling(form, lexicon))) {
      found.push({ key: lexicon.fold(shown), shown });
    }
    rest = end;
  }
  addOthers(text.slice(rest));
  return found;
}

function chineseWords(text: string, lexicon: Lexicon): NameWord[] {
  const segments = new Intl.Segmenter('zh-TW', { granularity: 'word' }).segment(text);
  return [...segments]
    .map(({ segment }) => segment)
    .filter((word) => /^\p{Script=Han}{2,6}$/u.test(word) && isTelling(word, lexicon))
    .map((word) => ({ key: lexicon.fold(word), shown: word }));
}

function isTelling(word: string, { fold, words }: Lexicon): boolean {
  const folded = fold(word);
  return !words.stop.has(folded) && !words.vague.has(folded) && (isCjk(word) || word.length > 1);
}
