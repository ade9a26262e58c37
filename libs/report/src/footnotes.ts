import type { Citation } from './citation-numbers.ts';
import { languageBadge } from './language-badge.ts';
import type { NoteLinks } from './note-links.ts';
import { placeView } from './place-view.ts';
import { markup, type SafeHtml } from './safe-html.ts';
import { wordingOf } from './source-place.ts';

/**
 * The notes: for each cited extract its document, its place, and the extract marked in the text
 * around it, with a way back to each place that cites it. Call it when all links are handed out.
 */
export function footnotes(citations: Iterable<Citation>, links: NoteLinks): SafeHtml {
  const notes = [...citations];
  const about = notes.some(({ extract }) => extract.wording === 'grounded')
    ? '「原文摘錄」是來源的逐字原文；「搜尋工具依此來源整理的說法」是搜尋工具的用字，不是來源的原文。'
    : '每則註腳都是來源原文的逐字摘錄。';
  return markup`<section class="notes" aria-labelledby="notes">
    <h2 id="notes">註腳</h2>
    <p class="fine">${about}畫記處為引用的部分，前後是它所在的文句。</p>
    <ol>
      ${notes.map((citation) => note(citation, links))}
    </ol>
  </section>`;
}

function note({ number, source, extract }: Citation, links: NoteLinks): SafeHtml {
  const before = extract.before === '' ? '' : `…${extract.before}`;
  const after = extract.after === '' ? '' : `${extract.after}…`;
  return markup`<li id="note-${number}" value="${number}">
    <p class="note-title">
      <bdi lang="${source.language}">${source.title}</bdi> ${languageBadge(extract.language)}
    </p>
    <p class="place">${placeView(source, extract)}</p>
    <p class="wording">${wordingOf(extract)}</p>
    <blockquote lang="${extract.language}">${before}<mark>${extract.text}</mark>${after}</blockquote>
    <p class="back">回到內文 ${links.usesOf(number).map((id, i) => wayBack(number, id, i + 1))}</p>
  </li>`;
}

function wayBack(number: number, id: string, use: number): SafeHtml {
  const label = `回到註 ${number} 的第 ${use} 處引用`;
  return markup`<a href="#${id}" aria-label="${label}">↩ ${use}</a> `;
}
