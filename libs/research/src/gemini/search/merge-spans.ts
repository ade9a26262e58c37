import { endsSentence } from '../../local-corpus/text-lines.ts';
import type { Span } from './locate-support.ts';

/** What may stand between two parts of one sentence. */
const WITHIN_SENTENCE = /^[ \t\u3000,，、;；:：*_~`]*$/u;

/**
 * Spans of one source in text order, joined where they overlap or are parts of one sentence: a search
 * tool attributes clause by clause, and half a sentence is no evidence.
 */
export function mergeSpans(text: string, spans: readonly Span[]): Span[] {
  const merged: Span[] = [];
  for (const span of spans.toSorted((a, b) => a.start - b.start || a.end - b.end)) {
    const last = merged.at(-1);
    if (last === undefined || !belongTogether(text, last, span)) merged.push(span);
    else merged[merged.length - 1] = { start: last.start, end: Math.max(last.end, span.end) };
  }
  return merged;
}

function belongTogether(text: string, before: Span, after: Span): boolean {
  if (after.start < before.end) return true;
  const between = text.slice(before.end, after.start);
  return WITHIN_SENTENCE.test(between) && !endsSentence(text.slice(before.start, before.end));
}
