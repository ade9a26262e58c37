import type { Chapter } from '@dossier/contracts';
import type { Nodes, RootContent } from 'mdast';
import { visit } from 'unist-util-visit';
import { openEnding } from './chapter-ending.ts';
import { flatten, joinFlat, type FlatText } from './flat-text.ts';
import { parseChapter } from './parse-chapter.ts';
import { quotedSpans } from './quoted-spans.ts';
import { splitStatements, wholeStatement, type Statement } from './statements.ts';

/** What a chapter's Markdown says, apart from how it is written. */
export interface ChapterReading {
  readonly statements: readonly Statement[];
  /** Every marker of the body in order, repeated ones included. */
  readonly markers: readonly string[];
  /** Labels of footnotes the body defines itself; a good chapter has none. */
  readonly definitions: readonly string[];
  /** Levels of headings inside the body; a good chapter has none below 3. */
  readonly headingLevels: readonly number[];
  /** The report's own words: without quotations, block quotes, code and links. */
  readonly prose: string;
  /** The last words of a body that stops in the middle; `undefined` when it ends well. */
  readonly openEnding: string | undefined;
}

/** Readings of chapters that are still in use. */
const readings = new WeakMap<object, { markdown: string; reading: ChapterReading }>();

/**
 * Reads a chapter from its syntax tree. A chapter object is read once however often it is asked for:
 * publishing judges, numbers, counts and renders the same one, and the parser is most of that work.
 * @throws UnreadableChapter when the body is longer or nested deeper than any report needs.
 */
export function readChapter(chapter: Pick<Chapter, 'markdown'>): ChapterReading {
  const known = readings.get(chapter);
  if (known?.markdown === chapter.markdown) return known.reading;
  const reading = readFresh(chapter);
  readings.set(chapter, { markdown: chapter.markdown, reading });
  return reading;
}

function readFresh(chapter: Pick<Chapter, 'markdown'>): ChapterReading {
  const { root, definitions } = parseChapter(chapter.markdown);
  const markers: string[] = [];
  const headingLevels: number[] = [];
  visit(root, (node) => {
    if (node.type === 'footnoteReference') markers.push(node.label ?? node.identifier);
    if (node.type === 'heading') headingLevels.push(node.depth);
  });
  return {
    statements: root.children.flatMap(statementsIn),
    markers,
    definitions: definitions.map(({ label, identifier }) => label ?? identifier),
    headingLevels,
    prose: root.children.flatMap(proseIn).join('\n'),
    openEnding: openEnding(root, chapter.markdown),
  };
}

/**
 * The statements of a chapter with their markers. Headings, rules, table heads and code are none;
 * a block quote's paragraph and a table row are one each.
 * @throws UnreadableChapter when the body is longer or nested deeper than any report needs.
 */
export function statementsOf(chapter: Pick<Chapter, 'markdown'>): readonly Statement[] {
  return readChapter(chapter).statements;
}

function statementsIn(node: RootContent): readonly Statement[] {
  switch (node.type) {
    case 'paragraph':
      return splitStatements(flatten(node.children));
    case 'html':
      return splitStatements(flatten([node]));
    case 'list':
    case 'listItem':
      return node.children.flatMap(statementsIn);
    case 'blockquote':
      return node.children.flatMap((child) =>
        child.type === 'paragraph'
          ? [wholeStatement(flatten(child.children))]
          : statementsIn(child),
      );
    case 'table':
      return node.children.slice(1).flatMap(statementsIn);
    case 'tableRow':
      return node.children.length === 0
        ? []
        : [wholeStatement(joinFlat(node.children.map((cell) => flatten(cell.children))))];
    default:
      return [];
  }
}

function proseIn(node: Nodes): readonly string[] {
  if (node.type === 'blockquote' || node.type === 'code') return [];
  if (node.type === 'html') return [node.value];
  if (node.type === 'paragraph' || node.type === 'heading' || node.type === 'tableCell') {
    return [ownWords(flatten(node.children))];
  }
  return 'children' in node ? node.children.flatMap(proseIn) : [];
}

function ownWords(flat: FlatText): string {
  const foreign = [...flat.literal, ...quotedSpans(flat)];
  return [...flat.text.matchAll(/./gsu)]
    .filter(({ index }) => !foreign.some(({ start, end }) => index >= start && index < end))
    .map(([char]) => char)
    .join('');
}
