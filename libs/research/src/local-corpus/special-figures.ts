import { readNumeral, VALUE } from './numerals.ts';

/** A figure that is no number before a unit: a share, a ratio, a time of day, a year. */
export interface SpecialFigure {
  readonly value: number;
  readonly unit: string;
  /** Half a step of how exactly it is given. */
  readonly precision: number;
  readonly written: string;
  readonly start: number;
}

/** Name of the unit of years such as 2024, which are values only where a question asks for them. */
const CALENDAR_YEAR = 'calendar-year';

const PER_HUNDRED = new RegExp(`百分之(${VALUE})`, 'giu');
const FRACTION = new RegExp(`(?<!百)(${VALUE})分之(${VALUE})`, 'giu');
/** `半年`, `半個月`: half of a unit of time. */
const HALF =
  /(?<![一二三四五六七八九十兩\d個年月天時])半(?:個|个)?(年|月|天|小時|小时)(?![期級報])/gu;
const HALF_UNITS: Readonly<Record<string, readonly [string, number]>> = {
  年: ['year', 0.5],
  月: ['month', 0.5],
  天: ['day', 0.5],
  小時: ['minute', 30],
  小时: ['minute', 30],
};
const HALF_OF_DAY = '上午|早上|清晨|凌晨|中午|下午|傍晚|晚上|午前|午後';
const CLOCK = new RegExp(
  String.raw`(?<half>${HALF_OF_DAY})?\s?(?<![\d.:])(?<hour>\d{1,2}|[一二三四五六七八九十兩]{1,2})` +
    String.raw`(?:\s?(?<word>[點点時时])(?!間|间|候|段)(?<bell>鐘|整)?(?:\s?(?<minute>\d{1,2})\s?分|(?<quarter>半))?|:(?<colon>[0-5]\d)(?!\d))` +
    String.raw`(?:\s?(?<letters>[ap]\.?m\b\.?))?|(?<![\d.:])(?<bare>\d{1,2})\s?(?<bareLetters>[ap]\.?m\b\.?)`,
  'giu',
);
const RATIO = /(?<![\d.:])(\d{1,3}(?:\.\d+)?)\s?(?::|比)\s?(\d{1,4}(?:\.\d+)?)(?![\d:])/gu;
const YEAR =
  /(?<![\d.,])(?<era>民國\s?)?(?<digits>\d{2,4})(?=\s?年)(?!\s?年[間内內])|(?<![\d.,-])(?<bareYear>(?:19|20)\d{2})(?!\d|[,.]\d|[a-z]|\s?(?:[%°元円人名戶]|[kmg]?[wmg]\b|people|yen|dollars|years))/giu;
const REPUBLIC_OFFSET = 1911;

/** The special figures of a text in NFKC form, none overlapping another. Years only when asked for. */
export function specialFigures(text: string, withYears: boolean): SpecialFigure[] {
  const found = [
    ...each(text, PER_HUNDRED, ([, part = '']) => ['%', numberOf(part), 0.5]),
    ...each(text, FRACTION, ([, whole = '', part = '']) => [
      '%',
      (100 * numberOf(part)) / numberOf(whole),
      0.5,
    ]),
    ...each(text, HALF, ([, unit = '']) => [...(HALF_UNITS[unit] ?? ['', NaN]), 0.1]),
    ...each(text, CLOCK, ({ groups }) => ['clock', minutesOf(groups ?? {}), 0.5]),
    ...each(text, RATIO, ([, a, b]) => ['ratio', Number(b) / Number(a), 0.01]),
    ...(withYears
      ? each(text, YEAR, ({ groups }) => [CALENDAR_YEAR, yearOf(groups ?? {}), 0])
      : []),
  ];
  return found.filter(
    (one, at) =>
      !found
        .slice(0, at)
        .some((other) => startOf(other) < endOf(one) && startOf(one) < endOf(other)),
  );
}

function each(
  text: string,
  pattern: RegExp,
  read: (match: RegExpExecArray) => readonly [unit: string, value: number, precision: number],
): SpecialFigure[] {
  return [...text.matchAll(pattern)].flatMap((match) => {
    const [unit, value, precision] = read(match);
    const written = match[0].trim();
    const start = match.index + match[0].indexOf(written);
    return Number.isFinite(value) ? [{ unit, value, precision, written, start }] : [];
  });
}

function startOf({ start }: SpecialFigure): number {
  return start;
}

function endOf({ start, written }: SpecialFigure): number {
  return start + written.length;
}

function numberOf(written: string): number {
  return readNumeral(written)?.value ?? NaN;
}

type Groups = Readonly<Record<string, string | undefined>>;

/** Minutes since midnight; NaN for what only looks like a time (`以下三點`, `1:16`). */
function minutesOf(groups: Groups): number {
  const { half, hour, bare, word, bell, minute, quarter, colon, letters, bareLetters } = groups;
  const written = hour ?? bare ?? '';
  const isSure = [half, bell, quarter, letters, bareLetters].some((sign) => sign !== undefined);
  const isDigits = /\d/u.test(written);
  if (word !== undefined && !isDigits && !isSure) return NaN;
  if (colon !== undefined && !isSure && !/^(?:00|15|30|45)$/u.test(colon)) return NaN;
  const hours = numberOf(written);
  if (hours > 24) return NaN;
  const isLate =
    /下午|傍晚|晚上|午後/u.test(half ?? '') || /^p/iu.test(letters ?? bareLetters ?? '');
  const minutes = quarter === undefined ? Number(minute ?? colon ?? 0) : 30;
  return (hours < 12 && isLate ? hours + 12 : hours) * 60 + minutes;
}

function yearOf({ era, digits, bareYear }: Groups): number {
  if (era !== undefined) return Number(digits) + REPUBLIC_OFFSET;
  const year = Number(bareYear ?? digits);
  return year >= 1000 ? year : NaN;
}
