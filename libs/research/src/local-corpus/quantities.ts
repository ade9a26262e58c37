import { isInWords, readNumeral, VALUE } from './numerals.ts';
import { boundOf, isAbout, type Bound } from './quantity-bounds.ts';
import { specialFigures, type SpecialFigure } from './special-figures.ts';
import { stem } from './tokenize.ts';
import { UNIT_SPELLINGS, unitOf, type Unit } from './units.ts';

/** A figure with its unit, as a sentence gives it. */
export interface Quantity {
  /** In the unit's base size; a range has two ends, a single value the same twice. */
  readonly low: number;
  readonly high: number;
  /** Name of the unit (see units.ts), shared by all languages. */
  readonly unit: string;
  /** "more than" or "at most": the true value may lie beyond. */
  readonly bound: Bound;
  /** "about": the last digits mean little. */
  readonly isApproximate: boolean;
  /** Half a step of the last digit written, in base size: how exactly the figure is given. */
  readonly precision: number;
  /** As written, with its unit. */
  readonly written: string;
  /** Place in the NFKC form of the sentence. */
  readonly start: number;
  readonly end: number;
}

const UNIT = UNIT_SPELLINGS.map((spelling) => {
  const escaped = spelling.replace(/[.*+?^$()|[\]\\]/gu, '\\$&').replaceAll(' ', String.raw`\s`);
  return /[a-z0-9²³]$/u.test(spelling) ? String.raw`${escaped}(?![a-z0-9])` : escaped;
}).join('|');
const PREFIX = String.raw`(?:nt\$|us\$|\$|€|¥|新臺幣|新台幣)\s?`;
const QUANTITY = new RegExp(
  String.raw`(?<![a-z0-9_.#/第-])(?<![數数幾几](?=[^\d-]))(?<prefix>${PREFIX})?(?<from>${VALUE})(?<fromUnit>\s?(?:${UNIT}))?` +
    String.raw`(?:\s?(?:-|−|–|—|~|〜|至|到|から|to|and)\s?(?<to>${VALUE}))?` +
    String.raw`[\s-]?(?:多|餘)?(?<unit>${UNIT})?`,
  'giu',
);
/** Counters before which `一` and `one` are articles, and `一度` is "once". */
const ARTICLE_UNITS = /^(?:item|kind|visit|person|case|machine|building|tree|household|°C)$/u;
/** `一日` is mostly "a day" as a rate, and `三分` no minutes. */
const NO_NUMERAL_BEFORE = /^(?:日|分|本|起|間|名|部|所|處|家|回|度)$/u;
const RATE = /^\s?(?:\/\s?(?<slash>\p{L}+)|per\s(?<per>hour|minute|second)\b)/iu;
const COUNTED_NOUN = /^ ?(?!this|does|less|plus|thus|always|perhaps)([a-z]{3,}[^su\W\d]s)\b/iu;
const SPEED_BEFORE = /(?:時速|每小時)[^\d]{0,4}$/u;

/** A longer run of digits is an identifier or noise. */
const LONGEST_FIGURE = 40;
const PREFIX_UNITS: Readonly<Record<string, string>> = {
  nt$: 'TWD',
  新臺幣: 'TWD',
  新台幣: 'TWD',
  us$: 'USD',
  $: 'USD',
  '€': 'EUR',
  '¥': 'JPY',
};
/** "About" covers a tenth on either side. */
const ABOUT = 0.1;
/** One year is no rounding of half a year, though 1 could be one of 0.5. */
const MOST_ROUNDING = 0.25;

/**
 * The figures of a sentence that have a unit, in its order. Ordinals, identifiers and bare numbers
 * have none, and calendar years count only where `withYears` says that they are what is asked.
 */
export function quantitiesIn(sentence: string, withYears = false): Quantity[] {
  const text = sentence.normalize('NFKC');
  const special = specialFigures(text, withYears).map((figure) => fromSpecial(figure, text));
  const measured = [...text.matchAll(QUANTITY)]
    .map((match) => toQuantity(match, text))
    .filter((found) => found !== null)
    .filter(({ start, end }) => !special.some((one) => one.start < end && start < one.end));
  return [...special, ...measured].sort((a, b) => a.start - b.start);
}

function fromSpecial({ value, written, start, ...rest }: SpecialFigure, text: string): Quantity {
  const end = start + written.length;
  return { ...rest, low: value, high: value, written, ...around(text, start, end) };
}

function toQuantity(match: RegExpExecArray, text: string): Quantity | null {
  const { prefix, from = '', to, fromUnit, unit: after } = match.groups ?? {};
  const spelling = (after ?? fromUnit ?? '').trim().toLowerCase();
  const currency = prefix === undefined ? undefined : PREFIX_UNITS[prefix.trim().toLowerCase()];
  const named = currency === undefined ? unitOf(spelling) : { name: currency, factor: 1 };
  const plain = named ?? countedIn(text.slice(match.index + match[0].length), from);
  const [low, high] = [readNumeral(from, to), readNumeral(to ?? from)];
  if (plain === null || low === null || high === null) return null;
  if (match[0].length > LONGEST_FIGURE) return null;
  const [start, end] = [match.index, match.index + match[0].length];
  const before = text.slice(Math.max(0, start - 8), start);
  if (isInWords(from) && isNoCount(from, spelling, plain, before)) return null;
  if (spelling === '年' && low.value >= 100 && !/[,萬万億]/u.test(from)) return null;
  if (spelling === '日' && /月\s*$/u.test(before)) return null;
  const unit = rateOf(plain, before, text.slice(end));
  const isBelowZero = /(?:零下|氷点下|\bminus)\s*$/iu.test(before);
  const values = [low.value, high.value].map(
    (value) => value * unit.factor * (isBelowZero ? -1 : 1),
  );
  return {
    low: Math.min(...values),
    high: Math.max(...values),
    unit: unit.name,
    precision: (high.step / 2) * unit.factor,
    written: match[0].trim(),
    ...around(text, start, end),
  };
}

function around(
  text: string,
  start: number,
  end: number,
): Pick<Quantity, 'bound' | 'isApproximate' | 'start' | 'end'> {
  const [before, after] = [text.slice(Math.max(0, start - 24), start), text.slice(end)];
  return { bound: boundOf(before, after), isApproximate: isAbout(before, after), start, end };
}

/** What an English plural behind a number counts: `100 records`. */
function countedIn(after: string, from: string): Unit | null {
  const noun = COUNTED_NOUN.exec(after)?.[1]?.toLowerCase();
  const isYear = /^(?:19|20)\d{2}$/u.test(from);
  return noun === undefined || isYear ? null : { name: `count of ${stem(noun)}`, factor: 1 };
}

/** Words for numbers that count nothing: `一個`, `one plant`, `每一年`. */
function isNoCount(from: string, spelling: string, { name }: Unit, before: string): boolean {
  if (/[每這某同另任]$/u.test(before)) return true;
  if (/^(?:一|one)$/iu.test(from) && ARTICLE_UNITS.test(name)) return true;
  return NO_NUMERAL_BEFORE.test(spelling);
}

/** `km/h` and `時速 80 公里` are another unit than `km`. */
function rateOf(unit: Unit, before: string, after: string): Unit {
  const { slash, per } = RATE.exec(after)?.groups ?? {};
  const divisor = slash ?? per ?? (SPEED_BEFORE.test(before) ? 'hour' : undefined);
  if (divisor === undefined) return unit;
  const name = divisor.toLowerCase();
  const known = unitOf(name === 'h' ? 'hour' : name === 's' ? 'second' : name);
  return known === null
    ? { name: `${unit.name}/${name}`, factor: unit.factor }
    : { name: `${unit.name}/${known.name}`, factor: unit.factor / known.factor };
}

/** Whether two figures can both be right, given how exactly they are put. */
export function areCompatible(a: Quantity, b: Quantity): boolean {
  if (a.bound !== b.bound) {
    if (a.bound === 'least' && b.high >= a.low) return true;
    if (b.bound === 'least' && a.high >= b.low) return true;
    if (a.bound === 'most' && b.low <= a.high) return true;
    if (b.bound === 'most' && a.low <= b.high) return true;
  }
  const slack = slackOf(a, b);
  return a.low <= b.high + slack && b.low <= a.high + slack;
}

/** Whether two figures say the same: equal ends as exactly as they are put, and bounds of one kind. */
export function areEqual(a: Quantity, b: Quantity): boolean {
  const slack = slackOf(a, b);
  const isSame = Math.abs(a.low - b.low) <= slack && Math.abs(a.high - b.high) <= slack;
  return isSame && a.bound === b.bound;
}

function slackOf(a: Quantity, b: Quantity): number {
  const size = Math.max(Math.abs(a.high), Math.abs(b.high));
  const about = a.isApproximate || b.isApproximate ? size * ABOUT : 0;
  const rounding = Math.min(Math.max(a.precision, b.precision), size * MOST_ROUNDING);
  return Math.max(rounding, about) * (1 + 1e-9);
}

const ASKS_YEAR =
  /(?:哪|那)(?:一|個)?年|何年|幾年(?:成立|創立|開始|建|設)|什麼時候|何時|いつ|\bwhen\b|(?:what|which) year/iu;
const ASKS_QUANTITY =
  /多少|幾(?!乎|何)|多[大高久長深遠快重]|比例|どれくらい|どのくらい|いくつ|いくら|何[度人年台件割%％]|how (?:much|many|long|far|large|big|high)|what (?:share|percentage)/iu;
const ASKED_UNIT = new RegExp(String.raw`(?:多少|幾|何|how many)\s?(${UNIT})`, 'giu');

/** Whether a question asks for a figure. */
export function asksQuantity(question: string): boolean {
  return ASKS_QUANTITY.test(question.normalize('NFKC'));
}

/** Whether a question asks for a year, so that years are answers and not circumstances. */
export function asksYear(question: string): boolean {
  return ASKS_YEAR.test(question.normalize('NFKC'));
}

/** The units a question asks for by name: `person` for `多少人`. Empty when it names none. */
export function askedUnits(question: string): ReadonlySet<string> {
  const units = [...question.normalize('NFKC').matchAll(ASKED_UNIT)].map(
    ([, spelling = '']) => unitOf(spelling.toLowerCase())?.name,
  );
  return new Set(units.filter((unit) => unit !== undefined));
}
