/** Hosts of links that Google Search returns instead of a page's own address. */
const REDIRECT_HOST = 'vertexaisearch.cloud.google.com';

/** The longest address that is kept; what is longer is no page anybody typed or linked. */
const LONGEST_URL = 2_048;

/** Longest name of a host (RFC 1035). */
const LONGEST_HOST = 253;

/** The last label of a name: letters, or punycode. `3.5` and `v1.2` are no hosts. */
const HOST_LIKE =
  /^(?:[\p{L}\p{N}](?:[\p{L}\p{N}-]*[\p{L}\p{N}])?[.。．｡])+(?:\p{L}{2,}|xn--[a-z0-9-]+)[.。．｡]?$/iu;

/**
 * The address as a browser reads it, when it is one of a web page that may be shown: http or https,
 * of a sane length, without a name and password (which only disguise a host), and without characters
 * that a parser drops silently, as in `java\nscript:`.
 */
export function webUrl(text: string): URL | undefined {
  if (text.length > LONGEST_URL || /[\s\p{C}\\]/u.test(text)) return undefined;
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url?.protocol !== 'http:' && url?.protocol !== 'https:') return undefined;
  return url.username === '' && url.password === '' && url.hostname !== '' ? url : undefined;
}

/** The host of an address in the one spelling that hosts are compared in. */
export function hostOf(url: URL): string {
  return url.hostname.replace(/\.+$/u, '');
}

/** A host written by a person or a search tool (`Example.COM.`, `*.例え.jp`, `https://example.com/x`), as `hostOf` spells it. */
export function hostNamed(text: string): string | undefined {
  const bare = text
    .trim()
    .replace(/^[a-z][a-z0-9+.-]*:\/\//iu, '')
    .replace(/^\*?\./u, '');
  const address = `http://${bare}`;
  if (bare === '' || /[\s\p{C}]/u.test(bare) || !URL.canParse(address)) return undefined;
  const host = hostOf(new URL(address));
  return host === '' ? undefined : host;
}

/** The host that a title is, where Google gives a page's domain for its title. */
export function hostInTitle(title: string): string | undefined {
  const text = title.trim();
  return text.length <= LONGEST_HOST && HOST_LIKE.test(text) ? hostNamed(text) : undefined;
}

/** Whether an address leads to a page through Google, so that its own host says nothing about the page. */
export function isRedirect(url: URL): boolean {
  return hostOf(url) === REDIRECT_HOST;
}

/** Whether a host is another one or a subdomain of it. */
export function isWithin(host: string, domain: string): boolean {
  return host === domain || host.endsWith(`.${domain}`);
}
