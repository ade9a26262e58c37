import type { Chapter, Divergence } from '@dossier/contracts';
import { chapterHtml } from './chapter-html.ts';
import type { Citation } from './citation-numbers.ts';
import { languageBadge } from './language-badge.ts';
import type { NoteLinks } from './note-links.ts';
import { readChapter } from './read-chapter.ts';
import { markup, type SafeHtml } from './safe-html.ts';
import { wordingOf } from './source-place.ts';

const KINDS: Readonly<Record<Divergence['kind'], string>> = {
  numeric: '數字不同',
  polarity: '說法相反',
};

/**
 * The divergences chapter: the contradictions between sources side by side, each position with the
 * words that hold it, all from the evidence; then what the chapter says about them. That is folded
 * when it cites nothing the cards do not show. Browsers unfold it for a link into it.
 * @throws UnreadableChapter
 */
export function divergenceView(
  chapter: Chapter,
  divergences: readonly Divergence[],
  citations: ReadonlyMap<string, Citation>,
  links: NoteLinks,
): SafeHtml {
  const cards = divergences.map((divergence) => card(divergence, citations, links));
  const words = chapterHtml(chapter.markdown, links);
  const shown = divergences.flatMap(({ sides }) => sides.flatMap(({ extracts }) => extracts));
  const repeats =
    shown.length > 0 && readChapter(chapter).markers.every((key) => shown.includes(key));
  return repeats
    ? markup`${cards}<details class="in-words"><summary>以文字敘述</summary>${words}</details>`
    : markup`${cards}${words}`;
}

function card(
  { kind, claim, sides }: Divergence,
  citations: ReadonlyMap<string, Citation>,
  links: NoteLinks,
): SafeHtml {
  return markup`<article class="divergence">
    <h3><span class="kind">${KINDS[kind]}</span> ${claim}</h3>
    <div class="sides">
      ${sides.map(
        ({ position, extracts }) =>
          markup`<section class="side">
            <h4>${position}</h4>
            ${extracts.map((key) => quote(citations.get(key), links))}
          </section>`,
      )}
    </div>
  </article>`;
}

function quote(citation: Citation | undefined, links: NoteLinks): SafeHtml | undefined {
  if (!citation) return undefined;
  const { source, extract } = citation;
  return markup`<figure>
    <blockquote lang="${extract.language}">${extract.text}${links.superscript(extract.key)}</blockquote>
    <figcaption>
      <bdi lang="${source.language}">${source.title}</bdi> ${languageBadge(extract.language)}
      ${extract.wording === 'grounded' ? markup`<span class="wording">${wordingOf(extract)}</span>` : undefined}
    </figcaption>
  </figure>`;
}
