import { KEPT, MASKED, type Span } from './detector.ts';

/**
 * A text as the detectors read it: characters in their plain form (full-width digits, odd dashes and
 * spaces), without signs that are not seen. It knows where each of them stood in the original.
 */
export interface ReadableText {
  readonly text: string;
  /** Index in the original of each code unit, and the original's length at the end. */
  readonly origins: readonly number[];
}

const UNSEEN =
  /^[\u00AD\u061C\u180E\u200B-\u200F\u202A-\u202E\u2060-\u2064\u2066-\u2069\uFE00-\uFE0F\uFEFF\u20E3]$/u;
const DASH = /^[\u2010-\u2015\u2043\u2212\uFE58\uFE63\uFF0D]$/u;
const LONG_VOWEL = /^[ーｰ]$/u;
const PRIVATE = /^[\uE000\uE001]$/u;

/** @param masked @param kept places in the original that are masked already, or never to be masked. */
export function readableText(
  original: string,
  { masked, kept }: { readonly masked: readonly Span[]; readonly kept: readonly Span[] },
): ReadableText {
  const covers = coverOf(original.length, masked, kept);
  const signs: string[] = [];
  const origins: number[] = [];
  let index = 0;
  for (const sign of original) {
    const plain = covers[index] ?? plainFormOf(sign, signs.at(-1));
    for (let unit = 0; unit < plain.length; unit += 1) {
      signs.push(plain.charAt(unit));
      origins.push(index);
    }
    index += sign.length;
  }
  origins.push(original.length);
  return { text: signs.join(''), origins };
}

/** The same text with `spans` marked as masked. */
export function withMasked({ text, origins }: ReadableText, spans: readonly Span[]): ReadableText {
  let from = 0;
  const parts = spans.map(({ start, end }) => {
    const part = text.slice(from, start) + MASKED.repeat(end - start);
    from = end;
    return part;
  });
  return { text: parts.join('') + text.slice(from), origins };
}

/** Where a span of the readable text stood in the original. */
export function originOf({ origins }: ReadableText, { start, end }: Span): Span {
  return { start: origins[start] ?? 0, end: origins[end] ?? 0 };
}

function coverOf(
  length: number,
  masked: readonly Span[],
  kept: readonly Span[],
): (string | undefined)[] {
  const covers = new Array<string | undefined>(length);
  for (const { start, end } of kept) covers.fill(KEPT, start, end);
  for (const { start, end } of masked) covers.fill(MASKED, start, end);
  return covers;
}

function plainFormOf(sign: string, before: string | undefined): string {
  if (sign <= '\x7F') return sign;
  if (UNSEEN.test(sign)) return '';
  if (DASH.test(sign)) return '-';
  // In Japanese phone numbers it stands for a dash.
  if (LONG_VOWEL.test(sign) && before !== undefined && /\d/.test(before)) return '-';
  // A person's text has no say in what is marked.
  if (PRIVATE.test(sign)) return ' ';
  const plain = sign.normalize('NFKC');
  // Several letters for one (㈱, ½) would make numbers that nobody has written.
  return plain.length === 1 ? plain : sign;
}
