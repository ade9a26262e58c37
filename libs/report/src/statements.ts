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

/** A quotation that is a sentence of its own. */
const TERMINATOR = /[。！？.!?…]\s*$/;

/** Nothing, or a short remark in brackets such as （日文原文）. */
const REMARK = /^\s*(?:（[^（）]{1,20}）)?\s*$/;

/** The sentence goes on, or ends with its own full stop. */
const CONTINUES = /^\s*(?:[，、；：,;:。！？.!?」』）)]|$)/;

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

function boundaries(flat: FlatText, quotes: readonly Span[]): readonly number[] {
  const { text } = flat;
  const found = new Set(endsAtMarkers(flat, quotes));
  for (const { index } of segmenter.segment(text)) {
    const cut = text.slice(0, index).match(OPENERS)?.index ?? index;
    const sentence = text.slice(0, cut);
    const quoted = quotes.some(({ start, end }) => cut > start && sentence.trimEnd().length <= end);
    if (cut > 0 && !quoted && !ABBREVIATION.test(sentence)) found.add(cut);
  }
  return [...found].sort((a, b) => a - b);
}

/** Where a marker behind a quoted sentence, or behind a remark on it, ends the sentence around it too. */
function endsAtMarkers({ text, marks }: FlatText, quotes: readonly Span[]): readonly number[] {
  const sentences = quotes.filter(({ end }) => TERMINATOR.test(text.slice(0, end - 1)));
  return marks
    .map(({ offset }) => offset)
    .filter((offset) => !CONTINUES.test(text.slice(offset)))
    .filter((offset) =>
      sentences.some(({ end }) => offset >= end && REMARK.test(text.slice(end, offset))),
    );
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
