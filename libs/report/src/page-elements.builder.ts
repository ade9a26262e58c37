import { parse, type DefaultTreeAdapterTypes } from 'parse5';

/** One element of a parsed page. */
export interface PageElement {
  readonly tag: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly text: string;
}

type Node = DefaultTreeAdapterTypes.Node;

/** Every element of a page in order, as a browser's parser sees it. */
export function elementsOf(page: string): readonly PageElement[] {
  return walk(parse(page));
}

/** A page must hold no comments: the renderer writes none, so one would be smuggled. */
export function commentsOf(page: string): readonly string[] {
  const found = (node: Node): readonly string[] =>
    'data' in node ? [node.data] : 'childNodes' in node ? node.childNodes.flatMap(found) : [];
  return found(parse(page));
}

function walk(node: Node): readonly PageElement[] {
  const below = 'childNodes' in node ? node.childNodes.flatMap(walk) : [];
  if (!('tagName' in node)) return below;
  const attributes = Object.fromEntries(node.attrs.map(({ name, value }) => [name, value]));
  return [{ tag: node.tagName, attributes, text: textOf(node) }, ...below];
}

function textOf(node: Node): string {
  if ('value' in node) return node.value;
  return 'childNodes' in node ? node.childNodes.map(textOf).join('') : '';
}
