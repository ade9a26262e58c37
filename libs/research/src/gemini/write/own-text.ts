import { toTraditional } from '../../local-corpus/to-traditional.ts';

/** Control characters, marks that reorder text, and halves of surrogate pairs: no text needs them. */
const INVISIBLE = /[\p{Cf}\p{Co}\ud800-\udfff]|(?![\n\t])\p{Cc}/gu;

/** Addresses as people and programs write them, with or without a scheme, and those of mail. */
const ADDRESS =
  /[a-z][a-z0-9+.-]{1,20}:\/\/[^\s<>「」『』（）。，]*|www\.[^\s<>「」『』（）。，]+|[\w.+-]{1,64}@(?:[a-z0-9-]{1,63}\.){1,8}[a-z]{2,24}|(?<![@\w.])(?:[a-z0-9-]{1,63}\.){1,8}(?:(?:com|org|net|edu|gov|info|io|tw|jp|cn|us|uk|dev|app|co|biz|xyz|top|shop|site|online|click|ru|example|test)\b(?:\/[^\s<>「」『』（）。，]*)?|[a-z]{2,24}\/[^\s<>「」『』（）。，]*)/giu;
const SCHEMES = /\b(?:javascript|data|vbscript|mailto):\S/iu;
const TAG = /<[a-z!/?][^>]*>?|\{\{|\$\{/iu;
/** What is left of a link or an image once its citation is set aside. */
const LINK = /\]\s*\(|!\[/u;

/** Stands where an address stood. */
const NO_ADDRESS = '〔網址〕';

/** A text without web addresses: no address passes through a model. */
export function withoutAddresses(text: string): string {
  return text
    .replace(INVISIBLE, '')
    .replace(ADDRESS, NO_ADDRESS)
    .replace(/https?:/giu, '');
}

/** Whether a text of a model holds what could become a link, a tag or a placeholder. */
export function holdsMarkup(text: string): boolean {
  return (
    text.search(ADDRESS) >= 0 || [SCHEMES, TAG, LINK, /https?:/iu].some((one) => one.test(text))
  );
}

/** A text of a model without what nobody can see, at most so many UTF-16 units long. */
export function visible(text: string, longest: number): string {
  return text.slice(0, longest).replace(/\r\n?/gu, '\n').replace(INVISIBLE, '');
}

/** Text with its own words in Traditional Chinese; quotations and titles keep the script of their source. */
export async function traditional(text: string): Promise<string> {
  const parts = text.split(/(「[^」]*」|『[^』]*』|《[^》]*》|〈[^〉]*〉)/u);
  const done = await Promise.all(
    parts.map(async (part, at) => (at % 2 === 0 ? toTraditional(part) : part)),
  );
  return done.join('');
}

/** One line of plain text, its white space collapsed. */
export function oneLine(text: string): string {
  return text.replace(/\s+/gu, ' ').trim();
}
