import type { Link, Root } from 'mdast';
import remarkCjkFriendly from 'remark-cjk-friendly';
import remarkGfm from 'remark-gfm';
import remarkParse from 'remark-parse';
import { unified } from 'unified';
import { SKIP, visit } from 'unist-util-visit';

const parser = unified().use(remarkParse).use(remarkGfm).use(remarkCjkFriendly);

/**
 * The tree of a piece of GFM. Emphasis follows the rules for Chinese and Japanese punctuation
 * (`**粗體。**接著`), which plain CommonMark leaves literal.
 */
export function parseMarkdown(markdown: string): Root {
  const tree = parser.parse(markdown);
  unwrapGuessedLinks(tree);
  return tree;
}

/**
 * mdast-util-gfm-autolink-literal links addresses twice: once from the syntax, and once more by
 * searching the finished text, where a backslash before `://` is gone already. The second kind
 * carries no position in the source and undoes the escape of quoted text, so it becomes text again.
 */
function unwrapGuessedLinks(tree: Root): void {
  visit(tree, 'link', (link: Link, index, parent) => {
    if (link.position || !parent || index === undefined) return;
    parent.children.splice(index, 1, ...link.children);
    return [SKIP, index];
  });
}
