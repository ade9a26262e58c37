import type { Element, Root as Hast } from 'hast';
import { sanitize, type Schema } from 'hast-util-sanitize';
import type { Root as Mdast } from 'mdast';
import rehypeStringify from 'rehype-stringify';
import remarkRehype from 'remark-rehype';
import { unified } from 'unified';
import { SKIP, visit } from 'unist-util-visit';
import { IMAGE_TEXT } from './flat-text.ts';
import type { NoteLinks } from './note-links.ts';
import { parseChapter } from './parse-chapter.ts';
import { UNKNOWN_SOURCE } from './rewrite-chapter.ts';
import { SafeHtml, visibleText } from './safe-html.ts';

/** What a chapter may be made of. No raw HTML, images, ids, classes or styles ever pass. */
const SCHEMA: Schema = {
  tagNames: [
    ...['p', 'ul', 'ol', 'li', 'blockquote', 'h3', 'h4', 'pre', 'code', 'br', 'hr'],
    ...['strong', 'em', 'del', 'a', 'sup', 'table', 'thead', 'tbody', 'tr', 'th', 'td'],
  ],
  attributes: { a: ['href'], ol: ['start'], sup: ['dataKey'], th: ['align'], td: ['align'] },
  protocols: { href: ['http', 'https', 'mailto'] },
  strip: ['script', 'style'],
};

const toHast = unified().use(remarkRehype, {
  handlers: {
    // Only this handler makes `sup`, so behind the sanitiser a `sup` is a marker and nothing else.
    footnoteReference: (_, { label, identifier }: { label?: string; identifier: string }) =>
      element('sup', { dataKey: label ?? identifier }, []),
    html: (_, { value }: { value: string }) => ({ type: 'text', value }),
    image: () => ({ type: 'text', value: IMAGE_TEXT }),
    imageReference: () => ({ type: 'text', value: IMAGE_TEXT }),
  },
});
const stringifier = unified().use(rehypeStringify);

/**
 * A chapter's body as sanitised HTML. Markers become superscript links to the notes; headings start
 * at level 3; links lead to http, https and mailto only; raw HTML shows as the text it is.
 * @throws UnreadableChapter
 */
export function chapterHtml(markdown: string, notes: NoteLinks): SafeHtml {
  const { root } = parseChapter(markdown);
  prepare(root);
  const clean = sanitize(toHast.runSync(root), SCHEMA);
  const tree: Hast = clean.type === 'root' ? clean : { type: 'root', children: [] };
  limitLinks(tree);
  placeReferences(tree, notes);
  wrapTables(tree);
  return new SafeHtml(stringifier.stringify(tree));
}

function prepare(root: Mdast): void {
  visit(root, (node) => {
    if ('value' in node) node.value = visibleText(node.value);
    if (node.type === 'heading') node.depth = node.depth > 3 ? 4 : 3;
  });
}

function placeReferences(tree: Hast, notes: NoteLinks): void {
  visit(tree, { tagName: 'sup' }, (node: Element) => {
    const link = notes.use(String(node.properties['dataKey']));
    node.properties = { className: ['ref'] };
    node.children = link
      ? [
          element('a', { href: link.href, id: link.id, ariaLabel: link.label }, [
            { type: 'text', value: String(link.number) },
          ]),
        ]
      : [{ type: 'text', value: UNKNOWN_SOURCE }];
    return SKIP;
  });
}

/** The sanitiser keeps relative addresses, which would lead into the page or its site. */
function limitLinks(tree: Hast): void {
  visit(tree, { tagName: 'a' }, (node: Element) => {
    const href = String(node.properties['href'] ?? '');
    if (/^(?:https?:|mailto:)/i.test(href)) {
      node.properties = { href, rel: ['noopener', 'noreferrer', 'nofollow'] };
    } else {
      node.tagName = 'span';
      node.properties = {};
    }
  });
}

/** A wide table scrolls in its own box, by keyboard too, instead of widening the page. */
function wrapTables(tree: Hast): void {
  visit(tree, { tagName: 'table' }, (node: Element, index, parent) => {
    if (!parent || index === undefined) return;
    parent.children[index] = element('div', { className: ['table-scroll'], tabIndex: 0 }, [node]);
    return SKIP;
  });
}

function element(
  tagName: string,
  properties: Element['properties'],
  children: Element['children'],
): Element {
  return { type: 'element', tagName, properties, children };
}
