import { LINE_LIMITS } from '../limits/line-limits.ts';

/**
 * An address as LINE takes it in a button: http(s), percent-encoded ASCII, at most 1,000 units. The
 * WHATWG URL does the encoding. Undefined for any other text.
 */
export function usableUri(url: string): string | undefined {
  if (!URL.canParse(url)) return undefined;
  const { href, protocol } = new URL(url);
  const fits = href.length <= LINE_LIMITS.uri && /^[\x21-\x7e]+$/.test(href);
  return fits && (protocol === 'https:' || protocol === 'http:') ? href : undefined;
}
