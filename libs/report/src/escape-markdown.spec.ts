import fc from 'fast-check';
import type { Nodes, Root } from 'mdast';
import { toString } from 'mdast-util-to-string';
import { escapeMarkdown } from './escape-markdown.ts';
import { parseMarkdown } from './parse-markdown.ts';

const hostile = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        ...[
          '*',
          '**',
          '_',
          '`',
          '```',
          '~~',
          '[',
          ']',
          '[^1]',
          '[^1]: ',
          '](',
          ')',
          '<',
          '>',
          '</b>',
        ],
        ...[
          '<!--',
          '-->',
          '<script>',
          '&amp;',
          '&#35;',
          '&',
          '\\',
          '|',
          '|-|',
          ':-:',
          '#',
          '## ',
          '- ',
        ],
        ...['+ ', '1. ', '2) ', '---', '===', '***', '[ ] ', 'http://a.b/c', 'https://', 'www.a.b'],
        ...[
          'a@b.co',
          'mailto:a@b.co',
          'xmpp:',
          '<http://a.b>',
          '![',
          '!',
          '{',
          '}',
          '$',
          ':',
          '.',
          '\n',
        ],
        ...[
          '\n\n',
          '    ',
          '\t',
          '  \n',
          '\\\n',
          '「',
          '」',
          '。',
          '，',
          '中文',
          'U.S.',
          '\u3000',
          '1',
          'a',
        ],
      ),
      fc.string({ unit: 'grapheme', maxLength: 3 }),
    ),
    { maxLength: 14 },
  )
  .map((parts) => parts.join(''));

const collapsed = (text: string): string =>
  text
    .replace(/[\u0000-\u0008\u000e-\u001f\u007f]/g, '')
    .replace(/\s+/g, ' ')
    .trim();

const LITERAL = new Set([
  'root',
  'paragraph',
  'text',
  'list',
  'listItem',
  'blockquote',
  'table',
  'tableRow',
  'tableCell',
]);

function typesIn(node: Nodes): string[] {
  return [node.type, ...('children' in node ? node.children.flatMap(typesIn) : [])];
}

function expectLiteral(tree: Root, container: Nodes | undefined, text: string): void {
  expect(container === undefined ? '' : toString(container)).toBe(collapsed(text));
  expect(typesIn(tree).filter((type) => !LITERAL.has(type))).toEqual([]);
}

describe('escapeMarkdown', () => {
  it('makes any text literal in a paragraph', () => {
    fc.assert(
      fc.property(hostile, (text) => {
        const tree = parseMarkdown(escapeMarkdown(text));
        expect(typesIn(tree).every((type) => ['root', 'paragraph', 'text'].includes(type))).toBe(
          true,
        );
        expectLiteral(tree, tree.children[0], text);
      }),
    );
  });

  it('makes any text literal on a later line of a paragraph, and with a marker behind it', () => {
    fc.assert(
      fc.property(hostile, (text) => {
        const tree = parseMarkdown(`[^S1]: note\n\nbefore\n${escapeMarkdown(text)}[^S1]`);
        const [, paragraph] = tree.children;
        expect(tree.children).toHaveLength(2);
        expect(paragraph && typesIn(paragraph).at(-1)).toBe('footnoteReference');
        expect(paragraph && toString(paragraph)).toBe(`before\n${collapsed(text)}`);
      }),
    );
  });

  it('makes any text literal in a list item and in a block quote', () => {
    fc.assert(
      fc.property(hostile, fc.constantFrom('- ', '1. ', '> '), (text, opening) => {
        const tree = parseMarkdown(`${opening}${escapeMarkdown(text)}`);
        expect(tree.children).toHaveLength(1);
        expectLiteral(tree, tree.children[0], text);
      }),
    );
  });

  it('makes any text literal in a table cell', () => {
    fc.assert(
      fc.property(hostile, (text) => {
        const tree = parseMarkdown(`| a | b |\n| - | - |\n| ${escapeMarkdown(text)} | end |`);
        const [table] = tree.children;
        const row = table?.type === 'table' ? table.children[1] : undefined;
        expect(row?.children).toHaveLength(2);
        expectLiteral(tree, row?.children[0], text);
      }),
    );
  });

  it('leaves punctuation alone that means nothing where it stands', () => {
    const plain = 'U.S. 市場（5.2%）成長 1,200 件 - 見 a+b (c) {d} 50&60';
    expect(escapeMarkdown(plain)).toBe(plain);
  });
});
