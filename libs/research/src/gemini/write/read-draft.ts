import { escapeMarkdown, readChapter } from '@dossier/report';
import { oneLine } from './own-text.ts';

/** One sentence as a model wrote it: plain text, with its citations set aside. */
export interface Sentence {
  readonly text: string;
  /** Where each marker stood, as an offset into `text`, in order. */
  readonly marks: readonly { readonly offset: number; readonly key: string }[];
}

/** A paragraph or a list item. */
export interface Block {
  readonly isItem: boolean;
  readonly sentences: readonly Sentence[];
}

/** What a model wrote for a chapter, taken apart. */
export interface Draft {
  readonly blocks: readonly Block[];
  /** Lines that a chapter has no use for and that are left out: headings, tables, code. */
  readonly dropped: readonly string[];
}

const DROPPED = /^\s{0,3}(?:#|\||```|~~~|(?:[-*_=]\s*){3,}$|\[\^?[^\]]*\]:)/u;
const ITEM = /^\s*(?:[-*+]\s+|[•‧・]\s*|\d{1,3}[.)、]\s*(?!\d))/u;
const QUOTE = /^\s*(?:>\s*)+/u;
/** Longer paragraphs are cut: the parser takes long on hostile text. */
const LONGEST_BLOCK = 3_000;
/** A key in brackets of any kind, with or without `^`, alone or among others. */
const MARKER = /[[［【(（]\s*\^?\s*(S\d+-\d+(?:\s*[,，、;；]?\s*\^?\s*S\d+-\d+)*)\s*[\]］】)）]/gu;
/** What looks like a citation of something else. */
const OTHER_MARKER = /\[\^?([^[\]\s（）()「」]{1,24})\](?![(:])/gu;

/** Reads a draft. Whatever it holds comes out as plain sentences: no markup survives. */
export function readDraft(text: string): Draft {
  const dropped: string[] = [];
  const blocks: { isItem: boolean; lines: string[] }[] = [];
  let isOpen = false;
  for (const line of text.split('\n')) {
    const bare = line.replace(QUOTE, '');
    if (DROPPED.test(bare)) dropped.push(oneLine(bare));
    if (bare.trim() === '' || DROPPED.test(bare)) isOpen = false;
    else if (ITEM.test(bare)) {
      blocks.push({ isItem: true, lines: [bare.replace(ITEM, '')] });
      isOpen = true;
    } else if (isOpen) blocks.at(-1)?.lines.push(bare);
    else {
      blocks.push({ isItem: false, lines: [bare] });
      isOpen = true;
    }
  }
  return {
    blocks: blocks
      .map(({ isItem, lines }): Block => ({ isItem, sentences: sentencesIn(lines.join(' ')) }))
      .filter(({ sentences }) => sentences.length > 0),
    dropped,
  };
}

/** Sentences as the gates will see them: cut by the same rules, so that what is judged here is judged there. */
function sentencesIn(written: string): readonly Sentence[] {
  const { text, marks } = flatten(written);
  const { statements } = readChapter({ markdown: markdownOf({ text, marks }) });
  const starts: number[] = [];
  let from = 0;
  for (const statement of statements) {
    const start = text.indexOf(statement.text, from);
    // Only text that the parser takes for something else than words does not come back as it was.
    if (start < 0) return [];
    starts.push(start);
    from = start + statement.text.length;
  }
  return statements
    .map(({ text: sentence }, at): Sentence => {
      const start = starts[at] ?? 0;
      const isOwn = (offset: number): boolean =>
        (offset > start || at === 0) && offset <= (starts[at + 1] ?? text.length);
      return {
        text: sentence,
        marks: marks
          .filter(({ offset }) => isOwn(offset))
          .map(({ offset, key }) => ({
            key,
            offset: Math.min(Math.max(offset - start, 0), sentence.length),
          })),
      };
    })
    .filter(({ text: sentence }) => /[\p{L}\p{N}]/u.test(sentence));
}

/** Sets markers aside; emphasis and code marks go, their words stay. */
function flatten(written: string): Sentence {
  const plain = oneLine(written.replace(/\*{2,3}|__|`+/gu, '')).slice(0, LONGEST_BLOCK);
  const marks: { offset: number; key: string }[] = [];
  let text = '';
  let from = 0;
  const unified = plain.replace(MARKER, (_, keys: string) =>
    (keys.match(/S\d+-\d+/gu) ?? []).map((key) => `[${key}]`).join(''),
  );
  for (const found of unified.matchAll(OTHER_MARKER)) {
    text += unified.slice(from, found.index);
    marks.push({ offset: text.trimEnd().length, key: found[1] ?? '' });
    from = found.index + found[0].length;
  }
  return { text: text + unified.slice(from), marks };
}

/** A sentence in Markdown, its markers as reports write them, each once. */
export function markdownOf({ text, marks }: Sentence): string {
  const first = marks.filter(({ key }, at) => marks.findIndex((one) => one.key === key) === at);
  let [markdown, from] = ['', 0];
  for (const { offset, key } of first) {
    markdown += `${literal(text.slice(from, offset))}[^${key}]`;
    from = Math.max(from, offset);
  }
  return markdown + literal(text.slice(from));
}

/** Escaped text with the space at its ends, which separates Latin words around a marker. */
function literal(text: string): string {
  const [, before = '', words = '', after = ''] = /^(\s?)(.*?)(\s?)$/su.exec(text) ?? [];
  return `${before}${escapeMarkdown(words)}${after}`;
}
