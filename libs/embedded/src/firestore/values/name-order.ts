import { compareUtf8 } from './utf8-order.ts';

/** How Firestore shows the numeric ids that Datastore has. No document can be written with one. */
const NUMERIC_ID = /^__id(-?\d+)__$/;

/**
 * The order of two segments of document names: numeric ids by number, then all others by their bytes.
 * Numeric ids appear only as bounds of queries: the SDK's `recursiveDelete` starts at the smallest,
 * `__id-9223372036854775808__`, and would miss every id that starts with a digit or a capital
 * if it were text.
 * Source: `compareSegments` in `path.js` and `REFERENCE_NAME_MIN_ID` in `recursive-delete.js` of the SDK.
 */
export function compareNameSegments(a: string, b: string): number {
  const x = numericIdIn(a);
  const y = numericIdIn(b);
  if (x === undefined && y === undefined) return compareUtf8(a, b);
  if (x === undefined) return 1;
  if (y === undefined) return -1;
  // `__id7__` and `__id07__` are one number but two names, which an equality filter tells apart.
  if (x === y) return compareUtf8(a, b);
  return x < y ? -1 : 1;
}

/** The number in a segment such as `__id7__`, undefined for any other text. */
export function numericIdIn(segment: string): bigint | undefined {
  const digits = NUMERIC_ID.exec(segment)?.[1];
  return digits === undefined ? undefined : BigInt(digits);
}
