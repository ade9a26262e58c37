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

/** Where an extract stands behind its source's address: ` › 標題（第 3 行）`. A web page has no lines to look up. */
export function placeWithin({ location }: Source, { heading, line }: Extract): string {
  const section = heading === '' ? '' : ` › ${heading}`;
  return location.kind === 'file' ? `${section}（第 ${line} 行）` : section;
}
