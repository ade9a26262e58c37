import type { List, Root, RootContent } from 'mdast';
import { toString } from 'mdast-util-to-string';

const TERMINATED = /[。！？…；.!?」』）)】》〉”"’~～]\s*$/u;

/**
 * The last words of a body that stops in the middle, as output cut at a token limit does;
 * `undefined` when it ends as text should: with a terminator, a closing bracket or a marker.
 *
 * Items of a list may do without, if the items before do too. Tables and closed code end by form.
 */
export function openEnding(root: Root, markdown: string): string | undefined {
  const last = root.children.at(-1);
  return last && endsOpen(last, markdown) ? toString(last).slice(-30) : undefined;
}

function endsOpen(node: RootContent, markdown: string): boolean {
  switch (node.type) {
    case 'list':
      return listEndsOpen(node, markdown);
    case 'listItem':
    case 'blockquote': {
      const last = node.children.at(-1);
      return last !== undefined && endsOpen(last, markdown);
    }
    case 'code':
      return !/(?:^|\n)\s*(?:`{3,}|~{3,})\s*$/.test(markdown);
    case 'paragraph':
      return node.children.at(-1)?.type !== 'footnoteReference' && !TERMINATED.test(toString(node));
    case 'heading':
      return true;
    default:
      return false;
  }
}

function listEndsOpen({ children }: List, markdown: string): boolean {
  const last = children.at(-1);
  if (!last || !endsOpen(last, markdown)) return false;
  const before = children.slice(0, -1);
  return before.length === 0 || before.some((item) => !endsOpen(item, markdown));
}
