import type { Block, FormatText } from './document-text.ts';
import { linesOf, type Line } from './text-lines.ts';

/** Patterns below may look at a line again from each of its characters: fine for what people write. */
const LONGEST_HEADING = 400;

const FENCE = /^ {0,3}(`{3,}|~{3,})/u;
const HEADING = /^ {0,3}(#{1,6})(?:\s+(.*?))?\s*#*\s*$/u;
const SETEXT = /^ {0,3}(=+|-{2,})\s*$/u;
const RULE = /^ {0,3}(?:(?:\*\s*){3,}|(?:_\s*){3,}|(?:-\s*){3,})$/u;
const MARKERS = /^\s*(?:(?:>\s?)|(?:[-*+]\s+(?:\[[ xX]\]\s+)?)|(?:\d{1,4}[.)]\s+))+/u;
const TABLE_ROW = /^\s*\||\|\s*$|^\s*:?-{3,}:?\s*\|/u;
const DEFINITION = /^ {0,3}\[[^\]]+\]:\s/u;
const HTML_LINE = /^\s*<[!/?a-zA-Z]/u;
const RAW_ELEMENT = /^\s*<(script|style|pre|textarea)\b/iu;
const FRONT_MATTER_END = /^(?:---|\.\.\.)\s*$/u;

/**
 * Structure of a Markdown file, line by line. The text is the file itself, so that an offset is a
 * place in the file; markup inside a sentence stays, because an excerpt is literal.
 */
export function markdownText(text: string): FormatText {
  const reader = new MarkdownReader(text);
  reader.run();
  return { text, title: reader.title, blocks: reader.blocks };
}

class MarkdownReader {
  readonly blocks: Block[] = [];
  title: string | null = null;
  readonly #text: string;
  readonly #lines: readonly Line[];
  #paragraph: { start: number; end: number } | null = null;

  constructor(text: string) {
    this.#text = text;
    this.#lines = linesOf(text);
  }

  run(): void {
    let index = this.#skipFrontMatter();
    while (index < this.#lines.length) index = this.#readLine(index);
    this.#closeParagraph();
  }

  /** Reads the block part that starts at a line; returns the next line to read. */
  #readLine(index: number): number {
    const line = this.#lines[index];
    if (line === undefined) return index + 1;
    const fence = FENCE.exec(line.text)?.[1];
    if (fence !== undefined) {
      return this.#skipUntil(index, (text) => text.trim().startsWith(fence), 1);
    }
    if (/^ {0,3}<!--/u.test(line.text)) return this.#skipUntil(index, (t) => t.includes('-->'), 0);
    const raw = RAW_ELEMENT.exec(line.text)?.[1];
    if (raw !== undefined) {
      return this.#skipUntil(
        index,
        (text) => text.toLowerCase().includes(`</${raw.toLowerCase()}`),
        0,
      );
    }
    if (HTML_LINE.test(line.text) && this.#paragraph === null) {
      return this.#skipUntil(index, (text) => text.trim() === '', 0);
    }
    this.#readText(line);
    return index + 1;
  }

  #readText(line: Line): void {
    const heading = line.text.length > LONGEST_HEADING ? null : HEADING.exec(line.text);
    if (heading !== null) return this.#addHeading(line, heading[1]?.length ?? 1, heading[2] ?? '');
    const setext = SETEXT.exec(line.text);
    if (setext !== null && this.#canBeHeading()) return this.#promoteParagraph(setext[1] ?? '');
    const isIndentedCode = /^(?: {4}|\t)/u.test(line.text) && this.#paragraph === null;
    if (
      line.text.trim() === '' ||
      RULE.test(line.text) ||
      DEFINITION.test(line.text) ||
      isIndentedCode
    ) {
      return this.#closeParagraph();
    }
    if (TABLE_ROW.test(line.text)) return this.#addOther(line);
    const marker = MARKERS.exec(line.text)?.[0].length ?? 0;
    if (marker > 0 || this.#paragraph === null) {
      this.#closeParagraph();
      this.#paragraph = { start: line.start + marker, end: line.end };
      return;
    }
    this.#paragraph.end = line.end;
  }

  #canBeHeading(): boolean {
    return (
      this.#paragraph !== null && this.#paragraph.end - this.#paragraph.start <= LONGEST_HEADING
    );
  }

  #skipFrontMatter(): number {
    if (this.#lines[0]?.text.trimEnd() !== '---') return 0;
    const end = this.#lines.findIndex((line, i) => i > 0 && FRONT_MATTER_END.test(line.text));
    if (end < 0) return 0;
    for (const line of this.#lines.slice(1, end)) {
      const title = /^title:\s*(.+)$/iu.exec(line.text)?.[1];
      if (title !== undefined) this.title = title.replace(/^["']|["']\s*$/gu, '');
    }
    return end + 1;
  }

  /** Skips lines up to and with the first one at or after `index + from` that `isLast`. */
  #skipUntil(index: number, isLast: (text: string) => boolean, from: number): number {
    this.#closeParagraph();
    for (let at = index + from; at < this.#lines.length; at += 1) {
      if (isLast(this.#lines[at]?.text ?? '')) return at + 1;
    }
    return this.#lines.length;
  }

  #addHeading(line: Line, level: number, label: string): void {
    this.#closeParagraph();
    this.blocks.push({
      kind: 'heading',
      start: line.start,
      end: line.end,
      level,
      label: withoutInlineMarkup(label),
    });
  }

  #promoteParagraph(underline: string): void {
    const paragraph = this.#paragraph;
    this.#paragraph = null;
    if (paragraph === null) return;
    this.blocks.push({
      kind: 'heading',
      ...paragraph,
      level: underline.startsWith('=') ? 1 : 2,
      label: withoutInlineMarkup(this.#text.slice(paragraph.start, paragraph.end)),
    });
  }

  #addOther(line: Line): void {
    this.#closeParagraph();
    this.blocks.push({ kind: 'other', start: line.start, end: line.end, level: 0, label: '' });
  }

  #closeParagraph(): void {
    const paragraph = this.#paragraph;
    this.#paragraph = null;
    if (paragraph === null) return;
    this.blocks.push({
      kind: isLinkList(this.#text.slice(paragraph.start, paragraph.end)) ? 'other' : 'prose',
      ...paragraph,
      level: 0,
      label: '',
    });
  }
}

/** A heading's words without emphasis, code marks, images and link targets. */
function withoutInlineMarkup(label: string): string {
  return label
    .replace(/!?\[([^\]]*)\]\([^)]*\)/gu, '$1')
    .replace(/<[^>]*>/gu, '')
    .replace(/[*_`~]/gu, '')
    .replace(/\s+/gu, ' ')
    .trim();
}

/** Whether a paragraph is mostly links: navigation, not a statement. */
function isLinkList(text: string): boolean {
  const links = text.match(/!?\[[^[\]]{0,300}\]\([^()]{0,2000}\)|https?:\/\/\S+/gu) ?? [];
  return links.join('').length * 2 > text.trim().length;
}
