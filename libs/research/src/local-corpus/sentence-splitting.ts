import type { Language } from '@dossier/contracts';
import { endsSentence } from './text-lines.ts';

/** A sentence's place; offsets are relative to the text that was split. */
export interface SentenceSpan {
  readonly start: number;
  readonly end: number;
}

/** Longer "sentences" are data, minified code or text without punctuation: nobody could check them. */
const LONGEST = 400;
const SHORTEST: Readonly<Record<Language, number>> = { 'zh-TW': 9, ja: 10, en: 25 };
/** Without a full stop a short line is a name, a caption or a label. */
const SHORTEST_OPEN: Readonly<Record<Language, number>> = { 'zh-TW': 16, ja: 18, en: 50 };

/** A single capital is an initial, but not after a degree sign or a figure: `96 °C.`, `12 V.` */
const ABBREVIATION =
  /(?:\b(?:approx|Co|Corp|Dr|etc|Fig|figs|Inc|Jr|Ltd|Mr|Mrs|Ms|No|Nos|Prof|Sr|St|vs|e\.g|i\.e|et al|cf)|(?<![°\d]\s?)\b\p{Lu})\.\s*$/u;
const OPENERS = /[「『（(“‘《〈【[]+\s*$/u;
const LONGEST_OPENING = 12;
const PAIRS = new Map([
  ['「', '」'],
  ['『', '』'],
  ['（', '）'],
  ['(', ')'],
  ['“', '”'],
]);

/** Control characters and direction overrides: what a reader would see is not what stands there. */
const INVISIBLE = /[\p{Cc}\u202a-\u202e\u2066-\u2069\ufffd]/u;

const segmenters = new Map<Language, Intl.Segmenter>();

/**
 * Cuts a paragraph into sentences that can stand as excerpts. A line break inside a paragraph is a
 * space (the paragraph was wrapped), not an end. Too short, too long and asking sentences are left out.
 */
export function splitSentences(paragraph: string, language: Language): SentenceSpan[] {
  const text = paragraph.replace(/[\r\n\t]/gu, ' ');
  return joinFragments(text, segment(text, language))
    .map((span) => trimmed(text, span))
    .filter((span) => canStandAlone(text.slice(span.start, span.end), language));
}

function segment(text: string, language: Language): SentenceSpan[] {
  let segmenter = segmenters.get(language);
  if (segmenter === undefined) {
    segmenter = new Intl.Segmenter(language, { granularity: 'sentence' });
    segmenters.set(language, segmenter);
  }
  return [...segmenter.segment(text)].map(({ index, segment: part }) => ({
    start: index,
    end: index + part.length,
  }));
}

/**
 * Repairs what ICU's rules cut wrongly: an opening bracket goes with the sentence before it, and a
 * sentence is cut after `Dr.` and inside brackets (Unicode UAX #29 knows neither).
 */
function joinFragments(text: string, spans: readonly SentenceSpan[]): SentenceSpan[] {
  const joined: SentenceSpan[] = [];
  let start = 0;
  for (const [index, span] of spans.entries()) {
    const part = text.slice(start, span.end);
    const isLast = index === spans.length - 1;
    const next = text.slice(span.end, span.end + 1);
    const goesOn = ABBREVIATION.test(part.slice(-12)) || /[\p{Ll}）」』)]/u.test(next);
    if (!isLast && part.length < LONGEST && (goesOn || hasOpenBracket(part))) continue;
    const opener = isLast ? null : OPENERS.exec(part.slice(-LONGEST_OPENING));
    const end = span.end - (opener?.[0].length ?? 0);
    if (end > start) joined.push({ start, end });
    start = end;
  }
  return joined;
}

/** Whether a bracket opened in the part is still open, one standing at its very end left aside. */
function hasOpenBracket(part: string): boolean {
  const tail = OPENERS.exec(part.slice(-LONGEST_OPENING))?.[0].length ?? 0;
  const body = part.slice(0, part.length - tail);
  return [...PAIRS].some(([open, close]) => body.lastIndexOf(open) > body.lastIndexOf(close));
}

function trimmed(text: string, span: SentenceSpan): SentenceSpan {
  const part = text.slice(span.start, span.end);
  return {
    start: span.start + (part.length - part.trimStart().length),
    end: span.end - (part.length - part.trimEnd().length),
  };
}

function canStandAlone(sentence: string, language: Language): boolean {
  const shortest = endsSentence(sentence) ? SHORTEST : SHORTEST_OPEN;
  if (sentence.length < shortest[language] || sentence.length > LONGEST) return false;
  if (/[？?]["”」』）)]*$/u.test(sentence)) return false;
  if (INVISIBLE.test(sentence)) return false;
  const letters = sentence.match(/\p{L}/gu)?.length ?? 0;
  return letters * 2.5 >= sentence.length; // else it is a table row, a formula or a list of addresses
}
