import type { Chapter } from '@dossier/contracts';
import { markup, type SafeHtml } from './safe-html.ts';

/** The anchor of a chapter by its place in the report, counted from 1. */
export function chapterAnchor(number: number): string {
  return `chapter-${number}`;
}

/**
 * The table of contents twice, since a page without scripts cannot move it: folded on a phone, at
 * the side on a wide screen. The style shows one of them; the hidden one is out of the reading order.
 */
export function tableOfContents(chapters: readonly Chapter[]): SafeHtml {
  const list = markup`<ol>
      ${chapters.map(
        ({ heading }, i) => markup`<li><a href="#${chapterAnchor(i + 1)}">${heading}</a></li>`,
      )}
    </ol>
    <ul>
      <li><a href="#quality">品質檢查</a></li>
      <li><a href="#sources">來源</a></li>
      <li><a href="#notes">註腳</a></li>
    </ul>`;
  return markup`<nav class="toc toc-folded" aria-label="目次">
      <details>
        <summary>目次</summary>
        ${list}
      </details>
    </nav>
    <nav class="toc toc-side" aria-label="目次">
      <p>目次</p>
      ${list}
    </nav>`;
}
