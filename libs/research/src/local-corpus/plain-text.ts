import type { Block, FormatText } from './document-text.ts';
import { endsSentence, linesOf, type Line } from './text-lines.ts';

const LIST_ITEM = /^\s*(?:[-*•・◦‧]|\d{1,3}[.)、]|[（(]?[一二三四五六七八九十]{1,3}[)）、])\s*/u;
const RULE = /^\s*[-=_*~#─—]{3,}\s*$/u;
/** In columns: a Han or kana character takes two. */
const LONGEST_HEADING = 80;

/** Structure of a plain text file: paragraphs between blank lines, and short lines that head them. */
export function plainText(text: string): FormatText {
  const paragraphs = paragraphsOf(linesOf(text));
  const blocks = paragraphs.map((lines, index): Block => {
    const [first, last] = [lines[0], lines.at(-1)];
    const start = first?.start ?? 0;
    const isHeading = index < paragraphs.length - 1 && looksLikeHeading(lines);
    return {
      kind: isHeading ? 'heading' : 'prose',
      start: isHeading ? start : start + (LIST_ITEM.exec(first?.text ?? '')?.[0].length ?? 0),
      end: last?.end ?? 0,
      level: isHeading ? (index === 0 ? 1 : 2) : 0,
      label: isHeading ? (first?.text ?? '').replace(/[【】[\]]/gu, '').trim() : '',
    };
  });
  return { text, title: null, blocks };
}

function paragraphsOf(lines: readonly Line[]): Line[][] {
  const paragraphs: Line[][] = [];
  let current: Line[] = [];
  const close = (): void => {
    if (current.length > 0) paragraphs.push(current);
    current = [];
  };
  for (const line of lines) {
    if (line.text.trim() === '' || RULE.test(line.text)) {
      close();
      continue;
    }
    const previous = current.at(-1);
    if (previous !== undefined && !continues(previous, line)) close();
    current.push(line);
  }
  close();
  return paragraphs;
}

/**
 * Whether a line is the rest of the one before. Only a line broken by a typewriter's margin is:
 * it is long and stops in the middle of a sentence. Any other line break was meant.
 */
function continues(previous: Line, line: Line): boolean {
  if (LIST_ITEM.test(line.text) || endsSentence(previous.text)) return false;
  const isWide = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u.test(previous.text);
  return previous.text.trim().length >= (isWide ? 24 : 50);
}

function looksLikeHeading(lines: readonly Line[]): boolean {
  const [line, second] = lines;
  if (line === undefined || second !== undefined) return false;
  const text = line.text.trim();
  return columnsOf(text) <= LONGEST_HEADING && !endsSentence(text) && !/[，,；;：:]$/u.test(text);
}

function columnsOf(text: string): number {
  return (
    text.length +
    (text.match(/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/gu)?.length ?? 0)
  );
}
