import { basename, extname } from 'node:path';
import { htmlText } from './html-text.ts';
import { markdownText } from './markdown-text.ts';
import { plainText } from './plain-text.ts';
import type { DocumentFormat } from './walk-folder.ts';

/** A stretch of a document's text. Offsets are UTF-16 units, end exclusive. */
export interface Block {
  /** `prose` is cut into sentences; `other` (tables, code, link lists) is searched but never quoted. */
  readonly kind: 'heading' | 'prose' | 'other';
  readonly start: number;
  readonly end: number;
  /** 1 to 6 for headings, else 0. */
  readonly level: number;
  /** A heading without its markup; empty for other blocks. */
  readonly label: string;
}

/** A document as text with its structure. */
export interface DocumentText {
  /** What offsets point into: the file itself for Markdown and plain text, the visible text for HTML. */
  readonly text: string;
  readonly title: string;
  readonly blocks: readonly Block[];
  /** The line of the file, from 1, in which the character at an offset of the text stands. */
  readonly lineAt: (offset: number) => number;
}

const MAX_TITLE = 120;

/** Reads a file's text in its format. The same input always gives the same text and offsets. */
export function documentText(format: DocumentFormat, content: string, path: string): DocumentText {
  const read = readers[format](content);
  const title = read.title ?? read.blocks.find((block) => block.kind === 'heading')?.label ?? '';
  return {
    text: read.text,
    title: shorten(title.trim()) || basename(path, extname(path)),
    blocks: read.blocks,
    lineAt: read.lineAt ?? ((offset) => lineBreaksBefore(read.text, offset) + 1),
  };
}

/** What a format's reader gives: a title only where the format has one of its own. */
export interface FormatText {
  readonly text: string;
  readonly title: string | null;
  readonly blocks: readonly Block[];
  /** Only where the text is not the file itself. */
  readonly lineAt?: (offset: number) => number;
}

const readers: Readonly<Record<DocumentFormat, (content: string) => FormatText>> = {
  markdown: markdownText,
  plain: plainText,
  html: htmlText,
};

function shorten(title: string): string {
  const characters = [...title.replace(/\s+/gu, ' ')];
  return characters.length <= MAX_TITLE
    ? characters.join('')
    : `${characters.slice(0, MAX_TITLE - 1).join('')}…`;
}

function lineBreaksBefore(text: string, offset: number): number {
  return text.slice(0, offset).match(/\r\n|\n|\r/g)?.length ?? 0;
}
