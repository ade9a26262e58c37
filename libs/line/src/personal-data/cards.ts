import { isBarcode, isLuhn } from './checksums.ts';
import { BEGIN, detectorOf, digitsOf, END, NO_UNIT, SEPARATOR } from './detector.ts';

/** Issuers by the first digits, with the lengths that they use (ISO/IEC 7812 and the schemes' rules). */
const ISSUERS: readonly (readonly [prefix: RegExp, lengths: readonly number[]])[] = [
  [/^4/, [13, 16, 19]],
  [/^(?:5[1-5]|222[1-9]|22[3-9]|2[3-6]|27[01]|2720)/, [16]],
  [/^3[47]/, [15]],
  [/^(?:62|81)/, [16, 17, 18, 19]],
  [/^(?:352[89]|35[3-8])/, [16, 17, 18, 19]],
  [/^(?:6011|64[4-9]|65)/, [16, 17, 18, 19]],
  [/^(?:30[0-5]|36|38|39)/, [14, 16]],
  [/^(?:5018|5020|5038|5893|6304|6759|676[1-3])/, [13, 14, 15, 16, 17, 18, 19]],
];

/** Groups of four, of American Express (4-6-5), of Diners (4-6-4), or no groups; one kind of separator. */
const NUMBER =
  `(?:\\d{13,19}|\\d{4}(?<by>${SEPARATOR})\\d{4}\\k<by>\\d{4}\\k<by>\\d{1,4}(?:\\k<by>\\d{1,3})?|` +
  `\\d{4}(?<bySix>${SEPARATOR})\\d{6}\\k<bySix>\\d{4,5})`;

/** Payment cards: a known issuer, its length, and the check digit. */
export const cardDetectors = [
  detectorOf('card', `${BEGIN}(?<![$€£¥₩] ?)${NUMBER}${END}${NO_UNIT}`, isCard),
];

function isCard(value: string): boolean {
  const digits = digitsOf(value);
  const issued = ISSUERS.some(
    ([prefix, lengths]) => prefix.test(digits) && lengths.includes(digits.length),
  );
  // Goods from Taiwan, Japan and Germany carry bar codes that begin with 4 too.
  return issued && isLuhn(digits) && !isBarcode(digits);
}
