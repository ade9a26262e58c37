import type { GroundingSupport } from '../gateway/model-gateway.ts';
import type { AnswerText } from './answer-text.ts';

/** A place in an answer's text: offsets in UTF-16 units, end exclusive. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** UTF-16 units of a part; the token cap of a search allows no more, so a longer one is no answer to it. */
const LONGEST_PART = 200_000;

/**
 * Where the text of a support stands in the answer. Its offsets count UTF-8 bytes of its part, and only
 * tell occurrences apart: it is the text, letter for letter, that is looked for, nearest to where they
 * point. Undefined when the part does not hold it: nothing can be attributed then.
 */
export function locateSupport(answer: AnswerText, support: GroundingSupport): Span | undefined {
  const { part: index, text, startByte, endByte } = support;
  const part = answer.part(index);
  if (part === undefined || part.length > LONGEST_PART || text === '') return undefined;
  const bytes = answer.bytesOf(part);
  const claimed = isRange(startByte, endByte, bytes.length)
    ? bytes.subarray(0, startByte).toString('utf8').length
    : undefined;
  const start = nearest(part, text, claimed);
  if (start === undefined) return undefined;
  const from = answer.startOf(index) + start;
  return { start: from, end: from + text.length };
}

function isRange(start: number, end: number, length: number): boolean {
  return (
    Number.isInteger(start) && Number.isInteger(end) && 0 <= start && start < end && end <= length
  );
}

/** The occurrence nearest to a place; without a place only one that is alone. */
function nearest(part: string, text: string, to: number | undefined): number | undefined {
  const first = part.indexOf(text);
  if (first < 0) return undefined;
  if (to === undefined) return part.indexOf(text, first + 1) < 0 ? first : undefined;
  const before = part.lastIndexOf(text, to);
  const after = part.indexOf(text, to);
  if (before < 0) return after;
  if (after < 0) return before;
  return to - before <= after - to ? before : after;
}
