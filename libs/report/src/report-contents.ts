import type { Evidence, PublishedChapter, PublishedSource, Report } from '@dossier/contracts';
import { numberCitations } from './citation-numbers.ts';
import { siteOf } from './source-place.ts';

/** What a card has room for. */
const TOP_SOURCES = 3;

/** The chapters under the numbers that the page's table of contents shows. */
export function publishedChapters(report: Report): readonly PublishedChapter[] {
  return report.chapters.map(({ heading, kind }, i) => ({
    number: i + 1,
    heading,
    deepenable: kind === 'theme',
  }));
}

/**
 * The first three sources that the report cites, in the order of its notes.
 * @throws UnreadableChapter
 */
export function topSources(report: Report, evidence: Evidence): readonly PublishedSource[] {
  const cited = [...numberCitations(report, evidence).values()].map(({ source }) => source);
  return [...new Set(cited)]
    .slice(0, TOP_SOURCES)
    .map((source) => ({ title: source.title, site: siteOf(source) }));
}
