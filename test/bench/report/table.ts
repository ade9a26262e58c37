const NUMBER = /^(?:-|[\d.]*)$/;

/** Columns of text under a title: columns of numbers are aligned to the right, words to the left. */
export function table(
  title: string,
  header: readonly string[],
  rows: readonly (readonly string[])[],
): string {
  const widths = header.map((name, column) =>
    Math.max(name.length, ...rows.map((row) => row[column]?.length ?? 0)),
  );
  const isWords = header.map((_name, column) =>
    rows.some((row) => !NUMBER.test(row[column] ?? '')),
  );
  const line = (cells: readonly string[]): string =>
    cells
      .map((cell, column) => {
        const width = widths[column] ?? 0;
        return isWords[column] === true ? cell.padEnd(width) : cell.padStart(width);
      })
      .join('  ')
      .trimEnd();
  const rule = widths.map((width) => '-'.repeat(width));
  return [title, line(header), line(rule), ...rows.map(line), ''].join('\n');
}

/** A number with few digits: 3 significant ones below 100. */
export function short(value: number | null): string {
  if (value === null || !Number.isFinite(value)) return '-';
  if (Number.isInteger(value) || Math.abs(value) >= 100) return value.toFixed(0);
  return value.toFixed(Math.abs(value) >= 10 ? 1 : 2);
}
