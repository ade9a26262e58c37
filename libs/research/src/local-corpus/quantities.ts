import { UNIT_SPELLINGS, unitOf } from './units.ts';

/** A figure with its unit, as a sentence gives it. */
export interface Quantity {
  /** In the unit's base size; a range has two ends, a single value the same twice. */
  readonly low: number;
  readonly high: number;
  /** Name of the unit (see units.ts), shared by all languages. */
  readonly unit: string;
  /** "more than" or "at most": the true value may lie beyond. */
  readonly bound: 'least' | 'most' | null;
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

const SCALES: Readonly<Record<string, number>> = {
  千: 1e3,
  萬: 1e4,
  万: 1e4,
  百萬: 1e6,
  百万: 1e6,
  千萬: 1e7,
  千万: 1e7,
  億: 1e8,
  亿: 1e8,
  兆: 1e12,
  thousand: 1e3,
  million: 1e6,
  billion: 1e9,
};
const CHINESE_DIGITS = '一二三四五六七八九十';

const NUMBER = String.raw`\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?`;
const SCALE = String.raw`\s?(?:百萬|百万|千萬|千万|[千萬万億亿兆](?!瓦)|thousand\b|million\b|billion\b)`;
const VALUE = String.raw`(?:(?:${NUMBER})(?:${SCALE})?(?:(?:${NUMBER})${SCALE})?|[${CHINESE_DIGITS}兩两](?=[成割倍]))`;
const UNIT = UNIT_SPELLINGS.map((spelling) => {
  const escaped = spelling.replace(/[.*+?^$()|[\]\\]/gu, '\\$&').replaceAll(' ', String.raw`\s`);
  return /[a-z0-9²³]$/u.test(spelling) ? String.raw`${escaped}(?![a-z0-9])` : escaped;
}).join('|');
const PREFIX = String.raw`(?:nt\$|us\$|\$|€|¥|新臺幣|新台幣)\s?`;
const QUANTITY = new RegExp(
  String.raw`(?<![a-z0-9_.#/第-])(?<prefix>${PREFIX})?(?<from>${VALUE})(?<fromUnit>\s?(?:${UNIT}))?` +
    String.raw`(?:\s?(?:-|–|—|~|〜|至|到|から|to|and)\s?(?<to>${VALUE}))?` +
    String.raw`[\s-]?(?:多|餘)?(?<unit>${UNIT})?`,
  'giu',
);

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
const APPROXIMATE =
  /(?:約|大約|將近|近|接近|大概|およそ|ほぼ|about|around|roughly|approximately|nearly|almost|some)(?:為|是|为)?\s*$/iu;
const AT_LEAST =
  /(?:超過|至少|逾|高於|多於|不少於|突破|少なくとも|more than|over|at least|above|exceed(?:s|ed|ing)?)(?:了|為)?\s*$/iu;
const AT_MOST =
  /(?:不到|未滿|低於|少於|至多|最多|不超過|上限|最大|less than|under|at most|below|up to|fewer than)(?:了|為|可達)?\s*$/iu;
const AT_LEAST_AFTER = /^\s*(?:以上|を超え|超(?!過)|餘|多|or more)/iu;
const AT_MOST_AFTER = /^\s*(?:以下|以內|未満|弱|or less|or fewer)/iu;

/** "About" covers a tenth on either side. */
const ABOUT = 0.1;

/** The figures of a sentence that have a unit. Years, ordinals, identifiers and bare numbers have none. */
export function quantitiesIn(sentence: string): Quantity[] {
  const text = sentence.normalize('NFKC');
  const found: Quantity[] = [];
  for (const match of text.matchAll(QUANTITY)) {
    const quantity = toQuantity(match, text);
    if (quantity !== null) found.push(quantity);
  }
  return found;
}

function toQuantity(match: RegExpExecArray, text: string): Quantity | null {
  const { prefix, from = '', to, fromUnit, unit: after } = match.groups ?? {};
  const spelling = (after ?? fromUnit ?? '').trim().toLowerCase();
  const currency = prefix === undefined ? undefined : PREFIX_UNITS[prefix.trim().toLowerCase()];
  const unit = currency === undefined ? unitOf(spelling) : { name: currency, factor: 1 };
  if (unit === null) return null;
  if (match[0].length > LONGEST_FIGURE) return null;
  const low = valueOf(from, to);
  const high = to === undefined ? low : valueOf(to, undefined);
  if (unit.name === 'year' && isCalendarYear(from, spelling)) return null;
  if (unit.name === 'day' && spelling === '日' && /月\s*$/u.test(text.slice(0, match.index)))
    return null;
  const before = text.slice(Math.max(0, match.index - 14), match.index);
  const rest = text.slice(match.index + match[0].length);
  return {
    low: Math.min(low, high) * unit.factor,
    high: Math.max(low, high) * unit.factor,
    unit: unit.name,
    bound: boundOf(before, rest),
    isApproximate: APPROXIMATE.test(before) || /^\s*(?:左右|上下|前後|ほど|程度)/u.test(rest),
    precision: (stepOf(to ?? from) / 2) * unit.factor,
    written: match[0].trim(),
    start: match.index,
    end: match.index + match[0].length,
  };
}

/** `2024年` and `民國113年` name a year, `3年` and `20 years` a length of time. */
function isCalendarYear(written: string, spelling: string): boolean {
  const isYearWord = spelling === '年';
  return isYearWord && /^\d{3,4}$/u.test(written);
}

function boundOf(before: string, after: string): Quantity['bound'] {
  if (AT_MOST.test(before) || AT_MOST_AFTER.test(after)) return 'most';
  return AT_LEAST.test(before) || AT_LEAST_AFTER.test(after) ? 'least' : null;
}

/** `1億2,000萬` adds up; in `2到3萬` the second scale holds for both. */
function valueOf(written: string, rangeEnd: string | undefined): number {
  const parts = partsOf(written);
  const sharedScale = parts.length === 1 && parts[0]?.scale === 1 ? scaleAtEnd(rangeEnd) : 1;
  return parts.reduce((sum, part) => sum + part.value * part.scale, 0) * sharedScale;
}

function stepOf(written: string): number {
  const last = partsOf(written).at(-1);
  if (last === undefined) return 1;
  const decimals = /\.(\d+)$/u.exec(last.digits)?.[1]?.length ?? 0;
  if (decimals > 0) return last.scale * 10 ** -decimals;
  // 12,000 is mostly rounded to thousands, 30 is mostly exact: two digits always count.
  const zeros = last.digits.length < 4 ? 0 : (/0*$/u.exec(last.digits)?.[0].length ?? 0);
  return last.scale * 10 ** Math.min(zeros, last.digits.length - 2);
}

function scaleAtEnd(written: string | undefined): number {
  return written === undefined ? 1 : (partsOf(written).at(-1)?.scale ?? 1);
}

function partsOf(written: string): { value: number; scale: number; digits: string }[] {
  const digit = CHINESE_DIGITS.indexOf(written.replace(/[兩两]/u, '二'));
  if (digit >= 0) return [{ value: digit + 1, scale: 1, digits: String(digit + 1) }];
  const pattern = new RegExp(`(${NUMBER})(${SCALE})?`, 'giu');
  return [...written.matchAll(pattern)].map(([, digits = '', scale = '']) => {
    const plain = digits.replaceAll(',', '');
    return { value: Number(plain), scale: SCALES[scale.trim().toLowerCase()] ?? 1, digits: plain };
  });
}

/** Whether two figures can both be right, given how exactly they are put. */
export function areCompatible(a: Quantity, b: Quantity): boolean {
  if (a.bound === 'least' && b.high >= a.low) return true;
  if (b.bound === 'least' && a.high >= b.low) return true;
  if (a.bound === 'most' && b.low <= a.high) return true;
  if (b.bound === 'most' && a.low <= b.high) return true;
  const size = Math.max(Math.abs(a.high), Math.abs(b.high));
  const about = a.isApproximate || b.isApproximate ? size * ABOUT : 0;
  const slack = Math.max(a.precision, b.precision, about) * (1 + 1e-9);
  return a.low <= b.high + slack && b.low <= a.high + slack;
}

const ASKS_QUANTITY =
  /多少|幾(?!乎|何)|多[大高久長深遠快重]|比例|どれくらい|どのくらい|いくつ|いくら|何[度人年台件割%％]|how (?:much|many|long|far|large|big|high)|what (?:share|percentage)/iu;
const ASKED_UNIT = new RegExp(String.raw`(?:多少|幾|何|how many)\s?(${UNIT})`, 'giu');

/** Whether a question asks for a figure. */
export function asksQuantity(question: string): boolean {
  return ASKS_QUANTITY.test(question.normalize('NFKC'));
}

/** The units a question asks for by name: `person` for `多少人`. Empty when it names none. */
export function askedUnits(question: string): ReadonlySet<string> {
  const units = [...question.normalize('NFKC').matchAll(ASKED_UNIT)].map(
    ([, spelling = '']) => unitOf(spelling.toLowerCase())?.name,
  );
  return new Set(units.filter((unit) => unit !== undefined));
}
