import type { FlatText, Span } from './flat-text.ts';
import { quotedSpans } from './quoted-spans.ts';

/** One sentence of a chapter, or one whole quotation with what introduces it. */
export interface Statement {
  /** Plain text without markers. */
  readonly text: string;
  /** Texts inside 「」 or 『』, without the outer brackets. */
  readonly quotes: readonly string[];
  /** Extract keys cited by this statement, in order. */
  readonly markers: readonly string[];
}

const segmenter = new Intl.Segmenter('zh-Hant-TW', { granularity: 'sentence' });

/** UAX 29 puts opening brackets into "Close", so a break may fall behind the one that opens the next sentence. */
const OPENERS = /[「『（《〈【〔“([{]+\s*$/;

/** UAX 29 ends a sentence at "U.S. Market" and "Inc. Taipei". */
const ABBREVIATION =
  /(?:^|[^\p{L}.])(?:(?:\p{Lu}\.)+|(?:Inc|Ltd|Co|Corp|No|Fig|vs|St|Dr|Mr|Ms|Mrs|Prof)\.)\s*$/u;

/** A short remark in brackets right behind a quotation, as in 「…。」（日文原文）, belongs to it. */
const REMARK = /^\s*（[^（）]{1,20}）/;

/**
 * Splits one paragraph into statements and gives each the markers that stand in it or at its end.
 *
 * Markers are out of the text before it is segmented, because Intl.Segmenter splits inside `[^1]`
 * (ICU takes `[` for "Close"). A quotation is never split, whatever sentences it holds, and the full
 * stop inside it does not end the sentence around it (`「…。」（日文原文）[^S1-2]`); a marker behind it does.
 */
export function splitStatements(flat: FlatText): readonly Statement[] {
  const quotes = quotedSpans(flat);
  const cuts = [...boundaries(flat, quotes), flat.text.length];
  return cuts
    .map((end, i) => statementAt(flat, quotes, { start: cuts[i - 1] ?? 0, end }))
    .filter(({ text, markers }) => text !== '' || markers.length > 0);
}

/** The whole paragraph as one statement: a block quote, or a row of a table. */
export function wholeStatement(flat: FlatText): Statement {
  return statementAt(flat, quotedSpans(flat), { start: 0, end: flat.text.length });
}

function boundaries({ text, marks }: FlatText, quotes: readonly Span[]): readonly number[] {
  const found = new Set<number>();
  for (const { index } of segmenter.segment(text)) {
    const opening = text.slice(0, index).match(OPENERS)?.index ?? index;
    const cut = quotes.some(({ end }) => end === opening)
      ? opening + (REMARK.exec(text.slice(opening))?.[0].length ?? 0)
      : opening;
    const sentence = text.slice(0, cut);
    const inQuote = quotes.some(({ start, end }) => cut > start && cut < end);
    const closed = quotes.find(({ end }) => end === sentence.trimEnd().length);
    const goesOn = closed && !marks.some(({ offset }) => offset >= closed.end && offset <= cut);
    if (cut > 0 && !inQuote && !goesOn && !ABBREVIATION.test(sentence)) found.add(cut);
  }
  return [...found].sort((a, b) => a - b);
}

function statementAt(flat: FlatText, quotes: readonly Span[], { start, end }: Span): Statement {
  return {
    text: flat.text.slice(start, end).trim(),
    quotes: quotes
      .filter((quote) => quote.start >= start && quote.end <= end)
      .map((quote) => flat.text.slice(quote.start + 1, quote.end - 1)),
    markers: flat.marks
      .filter(({ offset }) => (offset > start || start === 0) && offset <= end)
      .map(({ key }) => key),
  };
}
