import type { Nodes, PhrasingContent } from 'mdast';

/** A stretch of text, offsets in UTF-16 units, end exclusive. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** One paragraph, cell or heading as plain text, with its markers set aside. */
export interface FlatText {
  /** Without markers; escapes, emphasis and links resolved; one line. */
  readonly text: string;
  /** Where each marker stood, as an offset into `text`. */
  readonly marks: readonly { readonly offset: number; readonly key: string }[];
  /** Code and links: not the report's own words. */
  readonly literal: readonly Span[];
}

/** What stands for an image: a report shows none, and leaving no trace would join what it separated. */
export const IMAGE_TEXT = '〔圖〕';

const VALUES = new Set<Nodes['type']>(['text', 'inlineCode', 'html']);

/** Flattens inline content. Raw HTML is text, as it is on the page. */
export function flatten(nodes: readonly PhrasingContent[]): FlatText {
  const marks: { offset: number; key: string }[] = [];
  const literal: Span[] = [];
  let text = '';
  const walk = (node: Nodes): void => {
    const start = text.length;
    if ('value' in node && VALUES.has(node.type)) text += oneLine(node.value);
    else if (node.type === 'break') text += ' ';
    else if (node.type === 'image' || node.type === 'imageReference') text += IMAGE_TEXT;
    else if (node.type === 'footnoteReference') {
      marks.push({ offset: start, key: node.label ?? node.identifier });
    } else if ('children' in node) node.children.forEach(walk);
    if (node.type === 'inlineCode' || node.type === 'link') {
      literal.push({ start, end: text.length });
    }
  };
  nodes.forEach(walk);
  return { text, marks, literal };
}

/** Puts pieces (the cells of a table row) behind each other, a space between them. */
export function joinFlat(pieces: readonly FlatText[]): FlatText {
  return pieces.reduce((left, right) => {
    const shift = left.text === '' ? 0 : left.text.length + 1;
    return {
      text: left.text === '' ? right.text : `${left.text} ${right.text}`,
      marks: [...left.marks, ...right.marks.map((m) => ({ ...m, offset: m.offset + shift }))],
      literal: [
        ...left.literal,
        ...right.literal.map(({ start, end }) => ({ start: start + shift, end: end + shift })),
      ],
    };
  });
}

function oneLine(value: string): string {
  return value.replace(/\s*\n\s*/g, ' ');
}
