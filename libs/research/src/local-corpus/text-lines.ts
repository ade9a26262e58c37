/** One line of a text without its line break. */
export interface Line {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

/** Cuts a text at its line breaks (LF, CRLF or CR) and keeps offsets. */
export function linesOf(text: string): Line[] {
  const lines: Line[] = [];
  let start = 0;
  for (const breakAt of text.matchAll(/\r\n|\n|\r/g)) {
    lines.push({ text: text.slice(start, breakAt.index), start, end: breakAt.index });
    start = breakAt.index + breakAt[0].length;
  }
  lines.push({ text: text.slice(start), start, end: text.length });
  return lines;
}

/** Closing quotes and spaces behind a full stop; looking further back makes hostile lines slow. */
const LONGEST_ENDING = 40;

/** Whether a line ends like a finished sentence. */
export function endsSentence(line: string): boolean {
  return /[。．.！!？?…]["'”’」』）)]*\s*$/u.test(line.slice(-LONGEST_ENDING));
}
