import type { Evidence, Source } from '@dossier/contracts';
import type { Citation } from './citation-numbers.ts';
import { languageBadge } from './language-badge.ts';
import type { NoteLinks } from './note-links.ts';
import { addressView } from './place-view.ts';
import { markup, type SafeHtml } from './safe-html.ts';
import { taipeiDate, wordingOf } from './source-place.ts';

/**
 * The documents behind the report, those cited first, each with a bar for how often it is cited: a
 * report that leans on one document shows it. Documents read but not cited are listed too.
 */
export function sourceList(
  { sources }: Evidence,
  citations: readonly Citation[],
  links: NoteLinks,
): SafeHtml {
  const uses = (source: Source): number =>
    citations
      .filter((citation) => citation.source === source)
      .reduce((sum, { number }) => sum + links.usesOf(number).length, 0);
  const counted = sources.map((source) => ({ source, count: uses(source) }));
  const most = Math.max(1, ...counted.map(({ count }) => count));
  const byUse = counted.toSorted((a, b) => b.count - a.count);
  return markup`<section class="sources" aria-labelledby="sources">
    <h2 id="sources">來源</h2>
    <ul>
      ${byUse.map(({ source, count }) => item(source, count, most))}
    </ul>
  </section>`;
}

function item(source: Source, count: number, most: number): SafeHtml {
  const width = Math.round((count / most) * 100);
  return markup`<li>
    ${sourceView(source)}
    <p class="uses">
      <svg class="bar" viewBox="0 0 100 4" preserveAspectRatio="none" aria-hidden="true">
        <rect class="track" width="100" height="4" />
        <rect class="fill-${source.language}" width="${width}" height="4" />
      </svg>
      <span>${count === 0 ? '讀過，未引用' : markup`引用 ${count} 次`}</span>
    </p>
  </li>`;
}

/** A source with its place, its days, and whose words its extracts are in. */
export function sourceView(source: Source): SafeHtml {
  const { title, language, publishedAt, retrievedAt, extracts } = source;
  const wordings = Map.groupBy(extracts, wordingOf);
  return markup`<p class="source-title">
      <bdi lang="${language}">${title}</bdi> ${languageBadge(language)}
    </p>
    <p class="place">
      ${addressView(source)}${
        publishedAt === undefined ? undefined : markup`<span>發布於 ${publishedAt}</span>`
      }<span>擷取於 ${taipeiDate(retrievedAt)}</span>${[...wordings].map(
        ([wording, { length }]) => markup`<span>${wording} ${length} 則</span>`,
      )}
    </p>`;
}
