import type { Extract, Language } from '@dossier/contracts';
import { escapeMarkdown } from '@dossier/report';

const FOREIGN: Readonly<Record<Language, string>> = {
  'zh-TW': '',
  ja: '（日文原文）',
  en: '（英文原文）',
};

/**
 * An excerpt as it stands in a report: `「literal text」（日文原文）[^S1-2]`. `also` are excerpts that
 * say the same; their markers follow.
 */
export function quoteExtract(extract: Extract, also: readonly string[] = []): string {
  const markers = [extract.key, ...also].map((key) => `[^${key}]`).join('');
  return `「${escapeMarkdown(extract.text)}」${FOREIGN[extract.language]}${markers}`;
}
