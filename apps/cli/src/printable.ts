const graphemes = new Intl.Segmenter('zh-Hant-TW', { granularity: 'grapheme' });

/**
 * A person's text for a terminal, on one line: control and format characters could move the cursor,
 * colour what follows or turn its direction. Cut to `max` characters as a reader counts them.
 */
export function printable(text: string, max = Infinity): string {
  const line = text
    .toWellFormed()
    .replaceAll(/[\s\p{Cc}\p{Cf}]+/gu, ' ')
    .trim();
  const characters = Array.from(graphemes.segment(line), ({ segment }) => segment);
  return characters.length <= max ? line : `${characters.slice(0, max - 1).join('')}…`;
}

/** Text of several lines for a terminal: like `printable`, but its lines and their indentation stay. */
export function printableLines(text: string): string {
  return text.toWellFormed().replaceAll(/[[\p{Cc}\p{Cf}]--\n]+/gv, ' ');
}

/** Rows of text under a heading, each column as wide as it needs; the last one ends where it ends. */
export function textTable(
  heading: readonly string[],
  rows: readonly (readonly string[])[],
): string {
  const all = [heading, ...rows];
  const widths = heading.map((_, column) =>
    Math.max(...all.map((row) => (row[column] ?? '').length)),
  );
  return all
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

const UNITS = [
  ['d', 86_400_000],
  ['h', 3_600_000],
  ['m', 60_000],
  ['s', 1_000],
] as const;

/** `3d`, `2h`, `5m`, `40s`: a span of time in its largest unit. */
export function span(ms: number): string {
  const [unit, length] = UNITS.find(([, each]) => Math.abs(ms) >= each) ?? ['s', 1_000];
  return `${Math.floor(Math.abs(ms) / length)}${unit}`;
}

/** `2026-12-01T06:00:00.000Z (in 5m)` or `(5m ago)`. */
export function instant(iso: string, now: Date): string {
  const ms = Date.parse(iso) - now.getTime();
  return `${iso} (${ms > 0 ? `in ${span(ms)}` : `${span(ms)} ago`})`;
}
