import type { Report } from '@dossier/contracts';
import { statementsOf } from './read-chapter.ts';

/** What a LINE card has room for, in UTF-16 units. */
const MAX_LENGTH = 200;

const graphemes = new Intl.Segmenter('zh-Hant-TW', { granularity: 'grapheme' });

/**
 * The first sentences of the summary chapter (else of the first chapter) as plain text without
 * markers, at most 200 UTF-16 units. A first sentence longer than that is cut with `…`.
 * @throws UnreadableChapter
 */
export function summaryText(report: Report): string {
  const chapter = report.chapters.find(({ kind }) => kind === 'summary') ?? report.chapters[0];
  const sentences = chapter ? statementsOf(chapter).map(({ text }) => text) : [];
  let summary = '';
  for (const sentence of sentences) {
    // Latin sentences keep the space between them; Chinese has none.
    const joined = /[\w.!?]$/.test(summary) ? `${summary} ${sentence}` : summary + sentence;
    if (joined.length > MAX_LENGTH) break;
    summary = joined;
  }
  return summary === '' ? cut(sentences.find((sentence) => sentence !== '') ?? '') : summary;
}

function cut(text: string): string {
  let kept = '';
  for (const { segment } of graphemes.segment(text)) {
    if (kept.length + segment.length > MAX_LENGTH - 1) return `${kept}…`;
    kept += segment;
  }
  return kept;
}
