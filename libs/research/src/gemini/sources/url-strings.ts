import { webUrl } from './host-names.ts';

/** An address in a text: what stands between is ASCII, but a host may be of any script. */
const ADDRESS =
  /https?:\/\/(?:[a-z0-9.-]*\.[a-z]{2,}(?![a-z0-9.-])|[^\s/?#"'<>，。、；：！？（）「」『』]+)(?::\d+)?(?:[/?#][\x21-\x7e]*)?/giu;
/** Anything that a tool may take for an address: `example.com`, `www.a.b/c`, also `Node.js`. */
const LOOKALIKE = /(?:https?:\/\/|\b)[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)*\.\p{L}{2,}/giu;
const TRAILING = /[.,;:!?'"\]}>*]+$/u;

/** An address that a text holds, and where. */
export interface FoundUrl {
  readonly url: string;
  readonly start: number;
  readonly end: number;
}

/** The web addresses in a text, in order, without the punctuation of the sentence around them. */
export function urlsIn(text: string): FoundUrl[] {
  return [...text.matchAll(ADDRESS)].map((match) => {
    const url = withoutTail(match[0]);
    return { url, start: match.index, end: match.index + url.length };
  });
}

/** A text with each web address replaced. */
export function replaceUrls(text: string, by: (url: string) => string): string {
  let replaced = '';
  let from = 0;
  for (const { url, start, end } of urlsIn(text)) {
    replaced += text.slice(from, start) + by(url);
    from = end;
  }
  return replaced + text.slice(from);
}

/** How many strings of a text a tool may count as addresses. */
export function countLookalikes(text: string): number {
  return text.match(LOOKALIKE)?.length ?? 0;
}

/** One spelling for addresses of the same page. */
export function samePage(url: string): string {
  const parsed = webUrl(url);
  if (parsed === undefined) return url;
  parsed.hash = '';
  return parsed.href.replace(/\/$/u, '');
}

function withoutTail(address: string): string {
  let url = address.replace(TRAILING, '');
  // A closing bracket belongs to the address only when it was opened there.
  while (url.endsWith(')') && count(url, ')') > count(url, '(')) {
    url = url.slice(0, -1).replace(TRAILING, '');
  }
  return url;
}

function count(text: string, character: string): number {
  return text.split(character).length - 1;
}
