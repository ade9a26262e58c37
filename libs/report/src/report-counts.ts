import type { Divergence, Evidence, Report, ReportCounts } from '@dossier/contracts';
import { numberCitations } from './citation-numbers.ts';

/** The divergences a reader sees: they stand in a chapter of their own, which a report may lack. */
export function shownDivergences(report: Report, evidence: Evidence): readonly Divergence[] {
  return report.chapters.some(({ kind }) => kind === 'divergences') ? evidence.divergences : [];
}

/**
 * What the card says about a report: content chapters (themes and divergences), distinct extracts
 * and sources cited in the chapters, divergences shown. Markers without evidence do not count.
 * @throws UnreadableChapter
 */
export function reportCounts(report: Report, evidence: Evidence): ReportCounts {
  const citations = [...numberCitations(report, evidence).values()];
  return {
    chapters: report.chapters.filter(({ kind }) => kind === 'theme' || kind === 'divergences')
      .length,
    citations: citations.length,
    sources: new Set(citations.map(({ source }) => source.key)).size,
    divergences: shownDivergences(report, evidence).length,
  };
}
