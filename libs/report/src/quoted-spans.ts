import type { FlatText, Span } from './flat-text.ts';

const CLOSING = new Map([
  ['「', '」'],
  ['『', '』'],
]);
const CLOSERS = new Set(CLOSING.values());

/**
 * The outermost quotations of a text, brackets included.
 *
 * An excerpt is literal, so it may hold one half of a pair. A lone opener is no quotation. A lone
 * closer ends the quotation before it, unless a marker between them already ended that one.
 */
export function quotedSpans({ text, marks }: Pick<FlatText, 'text' | 'marks'>): readonly Span[] {
  const open: { readonly start: number; readonly closer: string }[] = [];
  let spans: Span[] = [];
  for (const { 0: char, index } of text.matchAll(/[「」『』]/g)) {
    const closer = CLOSING.get(char);
    if (closer) open.push({ start: index, closer });
    if (!CLOSERS.has(char)) continue;
    const depth = open.findLastIndex((opener) => opener.closer === char);
    const last = spans.at(-1);
    const start = open[depth]?.start ?? last?.start;
    if (start === undefined) continue;
    if (depth < 0 && last && marks.some((m) => m.offset >= last.end && m.offset <= index)) continue;
    if (depth >= 0) open.length = depth;
    spans = [...spans.filter((span) => span.start < start), { start, end: index + 1 }];
  }
  return spans;
}
