import type { Divergence } from '@dossier/contracts';
import type { Citation } from './citation-numbers.ts';
import { languageBadge } from './language-badge.ts';
import type { NoteLinks } from './note-links.ts';
import { markup, type SafeHtml } from './safe-html.ts';

const KINDS: Readonly<Record<Divergence['kind'], string>> = {
  numeric: '數字不同',
  polarity: '說法相反',
};

/**
 * The contradictions between sources, side by side: each position with the words that hold it. All
 * of it comes from the evidence, none from what was written about it.
 */
export function divergenceView(
  divergences: readonly Divergence[],
  citations: ReadonlyMap<string, Citation>,
  links: NoteLinks,
): SafeHtml {
  return markup`<div class="divergences">
    ${divergences.map((divergence) => card(divergence, citations, links))}
  </div>`;
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
    </figcaption>
  </figure>`;
}
