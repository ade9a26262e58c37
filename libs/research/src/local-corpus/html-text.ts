import { Tokenizer, TokenizerMode, type Token } from 'parse5';
import { CollapsedLine } from './collapsed-line.ts';
import type { Block, FormatText } from './document-text.ts';

const NEVER_SHOWN = new Set([
  ...['script', 'style', 'template', 'noscript', 'iframe', 'object', 'svg', 'math', 'canvas'],
  ...['nav', 'footer', 'aside', 'button', 'select', 'textarea', 'noembed', 'noframes'],
]);
const INLINE = new Set([
  ...['a', 'abbr', 'b', 'bdi', 'bdo', 'cite', 'code', 'data', 'dfn', 'em', 'font', 'i', 'img'],
  ...['kbd', 'mark', 'q', 'rp', 'rt', 'ruby', 's', 'samp', 'small', 'span', 'strong', 'sub'],
  ...['sup', 'time', 'u', 'var', 'wbr', 'del', 'ins', 'label', 'input'],
]);
const VOID = new Set([
  ...['area', 'base', 'br', 'col', 'embed', 'hr', 'img', 'input', 'link', 'meta', 'source', 'wbr'],
]);
const RAW_TEXT = new Set(['style', 'xmp', 'iframe', 'noembed', 'noframes']);
/** Readings printed over Chinese characters are not part of the sentence. */
const RUBY_READING = new Set(['rt', 'rp']);

/**
 * The visible text of an HTML page: one line per block, white space collapsed, without scripts,
 * styles, navigation and hidden elements.
 *
 * It reads tokens and builds no tree: a tree builder looks through all open elements at every tag,
 * which takes minutes on a page of a hundred thousand nested elements.
 */
export function htmlText(html: string): FormatText {
  const page = new VisibleText();
  const tokenizer = new Tokenizer(
    { sourceCodeLocationInfo: true },
    {
      onStartTag: (tag) => {
        const mode = tokenizerMode(tag.tagName);
        if (mode !== null) tokenizer.state = mode;
        page.open(tag);
      },
      onEndTag: (tag) => page.close(tag.tagName),
      onCharacter: (token) => page.add(token.chars, lineOf(token)),
      onWhitespaceCharacter: (token) => page.add(token.chars, lineOf(token)),
      onNullCharacter: () => undefined,
      onComment: () => undefined,
      onDoctype: () => undefined,
      onEof: () => page.end(),
    },
  );
  tokenizer.write(html, true);
  const { text, title, blocks, marks } = page;
  return { text, title, blocks, lineAt: (offset) => fileLineAt(marks, offset) };
}

/** Runs of visible characters hold no line break, so each has one line of the file. */
function lineOf(token: Token.CharacterToken): number {
  return token.location?.startLine ?? 1;
}

/** The last mark at or before an offset, by halving: pages have many. */
function fileLineAt(marks: VisibleText['marks'], offset: number): number {
  let [low, high] = [0, marks.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((marks[middle]?.offset ?? 0) <= offset) low = middle + 1;
    else high = middle;
  }
  return marks[low - 1]?.fileLine ?? 1;
}

function tokenizerMode(tag: string): (typeof TokenizerMode)[keyof typeof TokenizerMode] | null {
  if (tag === 'script') return TokenizerMode.SCRIPT_DATA;
  if (RAW_TEXT.has(tag)) return TokenizerMode.RAWTEXT;
  return tag === 'title' || tag === 'textarea' ? TokenizerMode.RCDATA : null;
}

class VisibleText {
  readonly blocks: Block[] = [];
  readonly marks: CollapsedLine['marks'][number][] = [];
  #parts: string[] = [];
  #length = 0;
  #title = '';
  #inTitle = false;
  /** The element that hides what follows, and how many of its name are open in it. */
  #hidden: { readonly tag: string; depth: number } | null = null;
  #headingLevel = 0;
  #unquotable = 0;
  #inLink = false;
  #line = new CollapsedLine();
  #linked = 0;

  get text(): string {
    return this.#parts.join('');
  }

  get title(): string | null {
    return this.#title.replace(/\s+/gu, ' ').trim() || null;
  }

  open(tag: Token.TagToken): void {
    const name = tag.tagName;
    if (this.#hidden !== null) {
      if (name === this.#hidden.tag) this.#hidden.depth += 1;
      return;
    }
    if (NEVER_SHOWN.has(name) || RUBY_READING.has(name) || (isHidden(tag) && !VOID.has(name))) {
      this.#hidden = { tag: name, depth: 1 };
      return;
    }
    if (name === 'title') this.#inTitle = this.#title === '';
    if (name === 'a') this.#inLink = true;
    if (INLINE.has(name)) return;
    this.#closeBlock();
    if (/^h[1-6]$/u.test(name)) this.#headingLevel = Number(name.slice(1));
    if (name === 'table' || name === 'pre') this.#unquotable += 1;
  }

  close(name: string): void {
    if (this.#hidden !== null) {
      if (name === this.#hidden.tag) this.#hidden.depth -= 1;
      if (this.#hidden.depth === 0) this.#hidden = null;
      return;
    }
    if (name === 'title') this.#inTitle = false;
    if (name === 'a') this.#inLink = false;
    if (INLINE.has(name) || name === 'title') return;
    this.#closeBlock();
    if (/^h[1-6]$/u.test(name)) this.#headingLevel = 0;
    if (name === 'table' || name === 'pre') this.#unquotable = Math.max(0, this.#unquotable - 1);
  }

  add(characters: string, fileLine: number): void {
    if (this.#hidden !== null) return;
    if (this.#inTitle) {
      this.#title += characters;
      return;
    }
    this.#line.add(characters, fileLine);
    if (this.#inLink) this.#linked += characters.length;
  }

  end(): void {
    this.#closeBlock();
  }

  #closeBlock(): void {
    const { text: line, marks } = this.#line;
    const linked = this.#linked;
    this.#line = new CollapsedLine();
    this.#linked = 0;
    if (line === '') return;
    const start = this.#length;
    for (const { offset, fileLine } of marks) this.marks.push({ offset: start + offset, fileLine });
    this.#append(`${line}\n`);
    const isHeading = this.#headingLevel > 0;
    const isQuotable = this.#unquotable === 0 && linked * 2 <= line.length;
    this.blocks.push({
      kind: isHeading ? 'heading' : isQuotable ? 'prose' : 'other',
      start,
      end: start + line.length,
      level: this.#headingLevel,
      label: isHeading ? line : '',
    });
  }

  #append(text: string): void {
    this.#parts.push(text);
    this.#length += text.length;
  }
}

function isHidden(tag: Token.TagToken): boolean {
  return tag.attrs.some(
    ({ name, value }) =>
      name === 'hidden' ||
      (name === 'aria-hidden' && value === 'true') ||
      (name === 'style' && /display\s*:\s*none|visibility\s*:\s*hidden/iu.test(value)),
  );
}
