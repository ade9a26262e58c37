import type { Chapter } from '@dossier/contracts';
import { chapterHtml } from './chapter-html.ts';
import { numberCitations } from './citation-numbers.ts';
import { divergenceView } from './divergence-view.ts';
import { footnotes } from './footnotes.ts';
import { NoteLinks } from './note-links.ts';
import { pageFooter, pageHeader } from './page-header.ts';
import { pageLayout } from './page-layout.ts';
import { qualityBox } from './quality-box.ts';
import { reportCounts, shownDivergences } from './report-counts.ts';
import type { ReportPage } from './report-page.ts';
import { summaryText } from './report-summary.ts';
import { markup, type SafeHtml } from './safe-html.ts';
import { suggestionView } from './search-suggestions.ts';
import { sourceList } from './source-list.ts';
import { chapterAnchor, tableOfContents } from './table-of-contents.ts';

/**
 * A report as one standalone HTML page in Traditional Chinese: no script, no outside resource.
 *
 * Every title, place and excerpt comes from the evidence. Text of any origin is escaped or sanitised,
 * so a hostile source or model can change what the page says, never what it does.
 * @throws UnreadableChapter when a chapter is too long or too deeply nested to be read
 */
export function renderReportPage(page: ReportPage): string {
  const { report, evidence, evaluation } = page;
  const divergences = shownDivergences(report, evidence);
  const diverging = divergences.flatMap(({ sides }) => sides.flatMap((side) => side.extracts));
  const citations = numberCitations(report, evidence, diverging);
  const links = new NoteLinks(citations);
  const counts = reportCounts(report, evidence);
  const cited = evidence.sources.filter(({ extracts }) =>
    extracts.some((e) => citations.has(e.key)),
  );

  // In page order, because links count the uses of a note as they are handed out.
  const chapters = report.chapters.map((chapter, i) => {
    const body =
      chapter.kind === 'divergences'
        ? divergenceView(chapter, divergences, citations, links)
        : chapterHtml(chapter.markdown, links);
    return chapterSection(chapter, i + 1, body);
  });
  const notes = [...citations.values()];
  const suggestions = suggestionView(evidence.searchSuggestions ?? []);
  return pageLayout(
    { title: report.title, description: summaryText(report), ...suggestions },
    markup`<a class="skip" href="#content">跳到內文</a>
      ${pageHeader(page, counts)}
      <div class="columns">
        ${tableOfContents(report.chapters)}
        <main id="content">
          ${suggestions.html} ${chapters} ${qualityBox(evaluation, counts, cited)} ${sourceList(evidence, notes, links)}
          ${footnotes(notes, links)}
        </main>
      </div>
      ${pageFooter(page.key)}`,
  );
}

function chapterSection(chapter: Chapter, number: number, body: SafeHtml): SafeHtml {
  const anchor = chapterAnchor(number);
  return markup`<section class="chapter ${chapter.kind}" aria-labelledby="${anchor}">
    <h2 id="${anchor}"><span class="number" aria-hidden="true">${number}</span>${chapter.heading}</h2>
    ${body}
  </section>`;
}
