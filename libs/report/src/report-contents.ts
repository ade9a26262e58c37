import type {
  Evidence,
  PublishedChapter,
  PublishedSource,
  Report,
  SourceLocation,
} from '@dossier/contracts';
import { numberCitations } from './citation-numbers.ts';

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
    .map(({ title, location }) => ({ title, site: siteOf(location) }));
}

/** Sources name their own addresses: one that is no address is shown as it is. */
function siteOf(location: SourceLocation): string {
  if (location.kind === 'file') return location.path.slice(location.path.lastIndexOf('/') + 1);
  return URL.canParse(location.url) ? new URL(location.url).hostname : location.url;
}
