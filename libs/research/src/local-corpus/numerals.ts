/** One written number: its value, and the size of the last digit that is given. */
export interface Numeral {
  readonly value: number;
  readonly step: number;
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
const HAN_DIGITS = '〇一二三四五六七八九';
const HAN_SCALES: Readonly<Record<string, number>> = { 十: 10, 百: 100, 千: 1000 };
const WORDS: Readonly<Record<string, number>> = {
  one: 1,
  two: 2,
  three: 3,
  four: 4,
  five: 5,
  six: 6,
  seven: 7,
  eight: 8,
  nine: 9,
  ten: 10,
  eleven: 11,
  twelve: 12,
};

const NUMBER = String.raw`\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?`;
const SCALE = String.raw`\s?(?:百萬|百万|千萬|千万|[千萬万億亿兆](?!瓦)|thousand\b|million\b|billion\b)`;
/** Bounded, since a page of numerals would else take minutes. `十分` is mostly "very", so tens may not stand before it alone. */
const HAN_NUMERAL = String.raw`(?:[一二三四五六七八九兩两]|十(?!分(?!之)))[〇零一二三四五六七八九十百兩两]{0,8}(?:千(?!瓦))?[〇零一二三四五六七八九十百兩两]{0,8}(?:[萬万][〇零一二三四五六七八九十百千兩两]{0,8})?`;

/** Source of a pattern for a number in digits, Chinese numerals or an English word up to twelve. */
export const VALUE = String.raw`(?:[-−](?=\d))?(?:(?:${NUMBER})(?:${SCALE})?(?:(?:${NUMBER})${SCALE})?|${HAN_NUMERAL}|\b(?:${Object.keys(WORDS).join('|')})\b)`;

/** Whether a number is written in words, which also serve as articles (`一個`, `one plant`). */
export function isInWords(written: string): boolean {
  return !/\d/u.test(written);
}

/**
 * Reads what {@link VALUE} matched. `1億2,000萬` adds up; in `2到3萬` the scale of `rangeEnd` holds
 * for both. Null for characters that make no number (`三四`: three or four).
 */
export function readNumeral(written: string, rangeEnd?: string): Numeral | null {
  if (isInWords(written)) {
    const value = WORDS[written.toLowerCase()] ?? hanValue(written);
    return value === null ? null : { value, step: 1 };
  }
  const sign = /^[-−]/u.test(written) ? -1 : 1;
  const parts = partsOf(written);
  const isBare = parts.length === 1 && parts[0]?.scale === 1;
  const shared = isBare && rangeEnd !== undefined ? (partsOf(rangeEnd).at(-1)?.scale ?? 1) : 1;
  const value = parts.reduce((sum, part) => sum + part.value * part.scale, 0);
  return { value: sign * value * shared, step: stepOf(parts) * shared };
}

interface Part {
  readonly value: number;
  readonly scale: number;
  readonly digits: string;
}

function partsOf(written: string): Part[] {
  const pattern = new RegExp(`(${NUMBER})(${SCALE})?`, 'giu');
  return [...written.matchAll(pattern)].map(([, digits = '', scale = '']) => {
    const plain = digits.replaceAll(',', '');
    return { value: Number(plain), scale: SCALES[scale.trim().toLowerCase()] ?? 1, digits: plain };
  });
}

function stepOf(parts: readonly Part[]): number {
  const last = parts.at(-1);
  if (last === undefined) return 1;
  const decimals = /\.(\d+)$/u.exec(last.digits)?.[1]?.length ?? 0;
  if (decimals > 0) return last.scale * 10 ** -decimals;
  // 12,000 is mostly rounded to thousands, 30 is mostly exact: two digits always count.
  const zeros = last.digits.length < 4 ? 0 : (/0*$/u.exec(last.digits)?.[0].length ?? 0);
  return last.scale * 10 ** Math.min(zeros, last.digits.length - 2);
}

function hanValue(written: string): number | null {
  const plain = written
    .replace(/[兩两]/gu, '二')
    .replace(/零/gu, '〇')
    .replace(/万/gu, '萬');
  if (/^[〇一二三四五六七八九]{3,}$/u.test(plain)) {
    return Number([...plain].map((digit) => HAN_DIGITS.indexOf(digit)).join(''));
  }
  const [head = '', tail] = plain.split('萬');
  const [high, low] = [belowTenThousand(head), tail === undefined ? 0 : belowTenThousand(tail)];
  if (high === null || low === null) return null;
  return tail === undefined ? high : high * 1e4 + low;
}

function belowTenThousand(written: string): number | null {
  let [total, digit] = [0, -1];
  for (const character of written) {
    const scale = HAN_SCALES[character];
    if (scale !== undefined) {
      total += (digit < 0 ? 1 : digit) * scale;
      digit = -1;
    } else {
      if (digit > 0) return null;
      digit = HAN_DIGITS.indexOf(character);
    }
  }
  return total + Math.max(0, digit);
}
