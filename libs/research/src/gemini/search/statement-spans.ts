import { detectLanguage } from '../../local-corpus/detect-language.ts';
import { splitSentences } from '../../local-corpus/sentence-splitting.ts';
import { linesOf } from '../../local-corpus/text-lines.ts';
import { countLookalikes, urlsIn } from '../sources/url-strings.ts';
import type { Span } from './locate-support.ts';
import { ordersAModel } from './orders-a-model.ts';

/** A support may be a whole paragraph; what is longer than this is cut into its sentences. */
const LONGEST = 400;
/** Letters and digits that say something: `三星落後` does, `30%` does not. */
const LEAST_CHARACTERS = 4;
/** How far around a span an address is looked for that it may be a part of. */
const LONGEST_ADDRESS = 2_048;

/**
 * Marks of Markdown before a line's words: quotes, bullets, numbers, headings, table bars, emphasis. Not
 * what says something: `> 30%`, `~30%`, `-5`, `#1`.
 */
const LEADING = /^(?:\s|>(?!\s*\d)|[-+•](?=\s)|\d{1,3}[.)](?=\s)|#{1,6}(?=\s)|\||[*_`])+/u;
const TRAILING = /[\s*_`|]/u;
/** What separates clauses may stand at the beginning where a support was cut; `.5` is a figure. */
const SEPARATING = /^(?:[\s、;；:：。，)）\]】]|[,.](?!\d))+/u;
/** Marks that come in pairs around words. */
const PAIRED = ['**', '__', '`'] as const;
/** Words struck out, links, pictures, footnotes, tags, cells of a table, and characters that a reader does not see. */
const UNFIT =
  /~~|\]\(|!\[|\[\^|<\/?[a-z!]|\s\|\s|[\p{Cc}\p{Cs}\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufffd]/iu;

/**
 * The statements in a span of an answer that can be quoted: line by line, without Markdown around
 * them, each literally as it stands there. A statement that holds an address or a link, or whose
 * characters deceive, is left out; emphasis inside a sentence stays, since a cut there could turn its
 * meaning around or take its subject away.
 */
export function statementSpans(text: string, span: Span): Span[] {
  return linesOf(text.slice(span.start, span.end)).flatMap((line) => {
    const whole = { start: span.start + line.start, end: span.start + line.end };
    const statement = withoutMarks(text, whole);
    const pieces = isQuotable(text, statement) ? [statement] : sentencesIn(text, whole);
    return pieces.filter((piece) => isQuotable(text, piece));
  });
}

function sentencesIn(text: string, { start, end }: Span): Span[] {
  const line = text.slice(start, end);
  return splitSentences(line, detectLanguage(line)).map((sentence) =>
    withoutMarks(text, { start: start + sentence.start, end: start + sentence.end }),
  );
}

function withoutMarks(text: string, { start, end }: Span): Span {
  let last = end;
  // A loop, since `[...]+$` takes quadratic time on a long run of marks that does not end the line.
  while (last > start && TRAILING.test(text.charAt(last - 1))) last -= 1;
  let line = text.slice(start, last);
  for (const marks of [SEPARATING, LEADING, SEPARATING]) {
    line = line.replace(marks, '');
  }
  return PAIRED.reduce((span, mark) => paired(text, span, mark), {
    start: last - line.length,
    end: last,
  });
}

/** Takes in the other one of a pair that stands right beside the words. */
function paired(text: string, { start, end }: Span, mark: string): Span {
  if (isEven(text.slice(start, end), mark)) return { start, end };
  if (text.startsWith(mark, end)) return { start, end: end + mark.length };
  return text.slice(0, start).endsWith(mark) ? { start: start - mark.length, end } : { start, end };
}

function isQuotable(text: string, span: Span): boolean {
  const piece = text.slice(span.start, span.end);
  if (piece.length > LONGEST || UNFIT.test(piece) || holdsAddress(text, span)) return false;
  if (ordersAModel(piece)) return false;
  const characters = piece.match(/[\p{L}\p{N}]/gu)?.length ?? 0;
  if (characters < LEAST_CHARACTERS || !/\p{L}/u.test(piece)) return false;
  return PAIRED.every((mark) => isEven(piece, mark)) && !cutsFigure(text, span);
}

function isEven(piece: string, mark: string): boolean {
  return piece.split(mark).length % 2 === 1;
}

/** Also a part of an address, where a support was cut inside one. */
function holdsAddress(text: string, { start, end }: Span): boolean {
  const piece = text.slice(start, end);
  if (/https?:|www\./iu.test(piece) && countLookalikes(piece) > 0) return true;
  const from = Math.max(start - LONGEST_ADDRESS, 0);
  return urlsIn(text.slice(from, end + LONGEST_ADDRESS)).some(
    (found) => from + found.start < end && start < from + found.end,
  );
}

/** Whether a span begins or ends inside a figure: half of `1,250` is another figure. */
function cutsFigure(text: string, { start, end }: Span): boolean {
  return [start, end].some(
    (at) =>
      /\d[.,]?$/u.test(text.slice(Math.max(at - 2, 0), at)) &&
      /^[.,]?\d/u.test(text.slice(at, at + 2)),
  );
}
