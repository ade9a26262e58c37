import type { Extract, Language, Source, SourceLocation } from '@dossier/contracts';

/** What a reader calls each language. */
export const LANGUAGE_NAMES: Readonly<Record<Language, string>> = {
  'zh-TW': '中文',
  ja: '日文',
  en: '英文',
};

const taipei = new Intl.DateTimeFormat('sv-SE', {
  timeZone: 'Asia/Taipei',
  dateStyle: 'short',
});

/** `2026-12-01` in Taiwan for an ISO 8601 instant; text that is none comes back as it is. */
export function taipeiDate(instant: string): string {
  const date = new Date(instant);
  return Number.isNaN(date.getTime()) ? instant : taipei.format(date);
}

/**
 * The address as a normalised http(s) URL, `undefined` for any other text: sources name their own
 * addresses, and `javascript:` or `data:` must never become a link.
 */
export function webAddress(address: string): string | undefined {
  if (!URL.canParse(address)) return undefined;
  const { protocol, href } = new URL(address);
  return protocol === 'http:' || protocol === 'https:' ? href : undefined;
}

/** The path or URL as text. */
export function addressOf(location: SourceLocation): string {
  return location.kind === 'file' ? location.path : location.url;
}

/** Links of Google's search tool: they lead to a page without naming it, and are kept as returned. */
const REDIRECT_HOST = 'vertexaisearch.cloud.google.com';

/** A host name in a title: the search tool often gives no other title. */
const HOST_IN_TITLE =
  /(?<![\w.@-])(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,24}(?![\w.-])/i;

/** Whether an address only leads on to the page. */
export function isRedirect(location: SourceLocation): boolean {
  return (
    location.kind === 'web' &&
    URL.canParse(location.url) &&
    new URL(location.url).hostname === REDIRECT_HOST
  );
}

/**
 * Where a source is from, in short: the name of a file, the host of a page. A redirecting link does not
 * tell, so the host in the source's title counts. Text that is no address is shown as it is.
 */
export function siteOf({ title, location }: Pick<Source, 'title' | 'location'>): string {
  if (location.kind === 'file') return location.path.slice(location.path.lastIndexOf('/') + 1);
  const address = webAddress(location.url);
  if (address === undefined) return location.url;
  const { hostname } = new URL(address);
  if (!isRedirect(location)) return hostname;
  return HOST_IN_TITLE.exec(title)?.[0].toLowerCase() ?? hostname;
}

/** Whose words an extract is in, as readers are told. */
export function wordingOf({ wording }: Pick<Extract, 'wording'>): string {
  return wording === 'grounded' ? '搜尋工具依此來源整理的說法' : '原文摘錄';
}

/** Where an extract stands behind its source's address: ` › 標題（第 3 行）`. A web page has no lines to look up. */
export function placeWithin({ location }: Source, { heading, line }: Extract): string {
  const section = heading === '' ? '' : ` › ${heading}`;
  return location.kind === 'file' ? `${section}（第 ${line} 行）` : section;
}
