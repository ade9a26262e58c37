import type { Evidence, Report, Source } from '@dossier/contracts';
import { numberCitations, type Citation } from './citation-numbers.ts';
import { escapeMarkdown } from './escape-markdown.ts';
import { rewriteChapter } from './rewrite-chapter.ts';
import {
  addressOf,
  LANGUAGE_NAMES,
  placeWithin,
  taipeiDate,
  webAddress,
  wordingOf,
} from './source-place.ts';

/**
 * The whole report as one GFM document: title, chapters, list of sources, footnotes.
 *
 * Markers become `[^1]`, `[^2]`, ... in order of appearance, the same extract under the same number.
 * Titles, places and excerpts come from the evidence only. Equal input gives equal text.
 * @throws UnreadableChapter
 */
export function compileMarkdown(report: Report, evidence: Evidence): string {
  const citations = numberCitations(report, evidence);
  const chapters = report.chapters.map(({ heading, markdown }) =>
    [`## ${escapeMarkdown(heading)}`, rewriteChapter(markdown, citations).trim()].join('\n\n'),
  );
  const notes = [...citations.values()].map(note);
  return [
    `# ${escapeMarkdown(report.title)}`,
    ...chapters,
    ...sourceList(evidence.sources, [...citations.values()]),
    ...(notes.length > 0 ? [notes.join('\n')] : []),
    '',
  ].join('\n\n');
}

function sourceList(sources: readonly Source[], citations: readonly Citation[]): readonly string[] {
  const cited = new Set(citations.map(({ source }) => source.key));
  const [used, unused] = [
    sources.filter(({ key }) => cited.has(key)),
    sources.filter(({ key }) => !cited.has(key)),
  ];
  return [
    '## 來源',
    used.length > 0 ? used.map(sourceItem).join('\n') : '這份報告沒有引用任何來源。',
    ...(unused.length > 0 ? ['讀過而未引用：', unused.map(sourceItem).join('\n')] : []),
  ];
}

function sourceItem({ title, location, language, publishedAt, retrievedAt }: Source): string {
  const date = escapeMarkdown(taipeiDate(retrievedAt));
  const published = publishedAt === undefined ? '' : `，發布於 ${escapeMarkdown(publishedAt)}`;
  const about = `${LANGUAGE_NAMES[language]}${published}，擷取於 ${date}`;
  return `- ${escapeMarkdown(title)} — ${address(location)}（${about}）`;
}

function note({ number, source, extract }: Citation): string {
  const place = escapeMarkdown(placeWithin(source, extract));
  const where = `${address(source.location)} ${place}`.trim();
  const text = escapeMarkdown(extract.text);
  const words = extract.wording === 'grounded' ? `${wordingOf(extract)}：${text}` : `「${text}」`;
  return `[^${number}]: ${escapeMarkdown(source.title)} — ${where}：${words}`;
}

function address(location: Source['location']): string {
  const link = location.kind === 'web' ? webAddress(location.url) : undefined;
  return link === undefined ? escapeMarkdown(addressOf(location)) : `<${link}>`;
}
