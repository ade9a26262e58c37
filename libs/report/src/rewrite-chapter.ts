import type { Heading, Link, LinkReference, Nodes } from 'mdast';
import { visit } from 'unist-util-visit';
import type { Citation } from './citation-numbers.ts';
import { escapeMarkdown } from './escape-markdown.ts';
import { IMAGE_TEXT } from './flat-text.ts';
import { parseChapter } from './parse-chapter.ts';
import { webAddress } from './source-place.ts';

/** What a marker becomes whose key the evidence does not have. The gates refuse such a report. */
export const UNKNOWN_SOURCE = '〔來源不明〕';

interface Edit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/**
 * A chapter body for the compiled document: markers renumbered, everything else as written, but
 * without what a chapter must not hold: footnotes of its own, raw HTML (escaped), images, links to
 * anything but the web, and headings that would pass for chapters (they sink to level 3).
 *
 * What is taken out of a line leaves a bracket that no syntax knows, never nothing: otherwise
 * `<scr[ipt](javascript:)>` would close up to a tag.
 * @throws UnreadableChapter
 */
export function rewriteChapter(markdown: string, citations: ReadonlyMap<string, Citation>): string {
  const { root, source, bodyStart, definitions } = parseChapter(markdown);
  const edits = definitions.map((node) => replace(node, ''));
  visit(root, (node) => {
    edits.push(...editsFor(node, source, citations));
  });
  return apply(source, edits, bodyStart);
}

function editsFor(
  node: Nodes,
  source: string,
  citations: ReadonlyMap<string, Citation>,
): readonly Edit[] {
  switch (node.type) {
    case 'footnoteReference': {
      const number = citations.get(node.label ?? node.identifier)?.number;
      return [replace(node, number === undefined ? UNKNOWN_SOURCE : `[^${number}]`)];
    }
    case 'html':
      // The space ends an address in front, which would take the first backslash for its path.
      return [replace(node, ` ${escapeMarkdown(node.value)}`)];
    case 'image':
    case 'imageReference':
      return [replace(node, IMAGE_TEXT)];
    case 'definition':
      return [replace(node, '')];
    case 'linkReference':
      return unwrapLink(node);
    case 'link':
      return webAddress(node.url) === undefined ? unwrapLink(node) : [];
    case 'heading':
      return node.depth < 3 ? sinkHeading(node, source) : [];
    default:
      return [];
  }
}

function replace(node: Nodes, text: string): Edit {
  return { ...spanOf(node), text };
}

function unwrapLink(node: Link | LinkReference): readonly Edit[] {
  const { start, end } = spanOf(node);
  const [first, last] = [node.children.at(0), node.children.at(-1)];
  if (!first || !last) return [{ start, end, text: '〔〕' }];
  return [
    { start, end: spanOf(first).start, text: '〔' },
    { start: spanOf(last).end, end, text: '〕' },
  ];
}

/** `# a` becomes `### a`; for `a` over a line of `=` the line goes. */
function sinkHeading(node: Heading, source: string): readonly Edit[] {
  const { start, end } = spanOf(node);
  const text = source.slice(start, end);
  const hashes = text.match(/^#{1,2}(?!#)/)?.[0].length ?? 0;
  const opening = { start, end: start + hashes, text: hashes > 0 ? '###' : '### ' };
  const underline = hashes > 0 ? undefined : text.match(/\n[>\s]*(?:=+|-+)\s*$/)?.index;
  return underline === undefined
    ? [opening]
    : [opening, { start: start + underline, end, text: '' }];
}

function spanOf({ type, position }: Nodes): { readonly start: number; readonly end: number } {
  const [start, end] = [position?.start.offset, position?.end.offset];
  if (start === undefined || end === undefined) throw new Error(`a ${type} without a position`);
  return { start, end };
}

function apply(source: string, edits: readonly Edit[], from: number): string {
  let [done, at] = ['', from];
  for (const { start, end, text } of edits.toSorted((a, b) => a.start - b.start)) {
    if (start < at) continue;
    done += source.slice(at, start) + text;
    at = end;
  }
  return done + source.slice(at);
}
