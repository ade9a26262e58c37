import type { FootnoteDefinition, Root } from 'mdast';
import { visit } from 'unist-util-visit';
import { parseMarkdown } from './parse-markdown.ts';

/** A chapter body as a tree in which every citation marker is a `footnoteReference`. */
export interface ChapterTree {
  /** The body without footnote definitions. Positions are offsets into `source`. */
  readonly root: Root;
  /** The body with a preamble in front. */
  readonly source: string;
  /** Where the body starts in `source`. */
  readonly bodyStart: number;
  /** Footnotes the body defined itself. A report has none: notes come from the evidence. */
  readonly definitions: readonly FootnoteDefinition[];
}

/** The body is too long or too deeply nested to be read: nothing that renders it would end well. */
export class UnreadableChapter extends Error {
  override readonly name = 'UnreadableChapter';
}

/** UTF-16 units. The longest honest chapter is far below; the parser is quadratic on hostile text. */
const MAX_LENGTH = 50_000;

/** Deeper block quotes and lists take the parser seconds, then its stack. */
const TOO_DEEP = /^(?:[ \t]*(?:>|[*+-][ \t]|\d{1,9}[.)][ \t])){25}/m;

const MARKER = /\[\^([^\s[\]]+)\]/g;

/**
 * Reads a chapter body (GFM with `[^S1-2]` markers).
 *
 * GFM takes `[^S1-2]` for text unless that footnote is defined, and text can no longer be told from
 * an escaped `\[^S1-2\]`. So each possible marker gets a definition in front of the body, behind a
 * rule that keeps an indented first line out of it; both are cut off again.
 *
 * @throws UnreadableChapter when the body is longer or nested deeper than any report needs.
 */
export function parseChapter(markdown: string): ChapterTree {
  if (markdown.length > MAX_LENGTH) {
    throw new UnreadableChapter(`${markdown.length} characters, at most ${MAX_LENGTH} are read`);
  }
  if (TOO_DEEP.test(markdown)) {
    throw new UnreadableChapter('lists or block quotes nested more than 24 deep');
  }
  const keys = new Set(Array.from(markdown.matchAll(MARKER), ([, key]) => key));
  const preamble = `${Array.from(keys, (key) => `[^${key}]: .\n\n`).join('')}***\n\n`;
  const root = parseMarkdown(preamble + markdown);
  root.children = root.children.filter(
    ({ position }) => position !== undefined && (position.start.offset ?? 0) >= preamble.length,
  );
  return {
    root,
    source: preamble + markdown,
    bodyStart: preamble.length,
    definitions: takeDefinitions(root),
  };
}

function takeDefinitions(root: Root): readonly FootnoteDefinition[] {
  const definitions: FootnoteDefinition[] = [];
  visit(root, 'footnoteDefinition', (node, index, parent) => {
    definitions.push(node);
    if (!parent || index === undefined) return;
    parent.children.splice(index, 1);
    return index;
  });
  return definitions;
}
