import type { Evidence, RunId, SearchSuggestion } from '@dossier/contracts';
import { pairChapters, type ChapterPair } from './diff-chapters.ts';
import { DiffView, type ComparedVersion } from './diff-view.ts';
import { pageFooter } from './page-header.ts';
import { pageLayout } from './page-layout.ts';
import { pageLink, pagePaths } from './page-paths.ts';
import { markup, type SafeHtml } from './safe-html.ts';
import { suggestionView } from './search-suggestions.ts';
import { sourceView } from './source-list.ts';
import { addressOf } from './source-place.ts';

/**
 * What a version changed against an older one, as a page: chapter by chapter, word by word, and which
 * sources are new. Equal input gives equal bytes.
 * @throws UnreadableChapter
 */
export function renderDiffPage(
  runId: RunId,
  older: ComparedVersion,
  newer: ComparedVersion,
): string {
  const view = new DiffView(older, newer);
  const pairs = pairChapters(older.report.chapters, newer.report.chapters);
  const changed = pairs.filter((pair) => view.changeOf(pair) !== '沒有變動').length;
  const added = newSources(older.evidence, newer.evidence);
  const figures: readonly (readonly [number, string])[] = [
    [changed, '章有變動'],
    [pairs.length - changed, '章沒有變動'],
    [added.length, '份新來源'],
  ];
  const suggestions = suggestionView(suggestionsOf(older, newer));
  const title = `第 ${older.version} 版與第 ${newer.version} 版的差異`;
  return pageLayout(
    { title: `${newer.report.title}：${title}`, description: title, ...suggestions },
    markup`<header class="masthead">
        <p class="kicker">
          <span class="seal" aria-hidden="true">文</span>Dossier 研究報告
          <span class="version">第 ${older.version} → ${newer.version} 版</span>
        </p>
        <nav class="versions" aria-label="版本">
          ${[older, newer].map(({ version }) => pageLink(pagePaths.report(version), `第 ${version} 版`))}
          ${pageLink(pagePaths.versions, '所有版本與差異')} ${pageLink(pagePaths.latest, '最新版')}
        </nav>
        <h1>${view.text(older.report.title, newer.report.title)}</h1>
        <p class="legend-diff"><ins>新增的文字</ins><del>刪去的文字</del></p>
        <ul class="figures">
          ${figures.map(([figure, unit]) => markup`<li><strong>${figure}</strong>${unit}</li>`)}
        </ul>
      </header>
      <div class="columns">
        <main>
          ${suggestions.html} ${pairs.map((pair) => chapter(pair, view))}
          <section class="sources" aria-labelledby="sources">
            <h2 id="sources">新來源</h2>
            ${
              added.length === 0
                ? markup`<p>沒有新的來源。</p>`
                : markup`<ul>${added.map((source) => markup`<li>${sourceView(source)}</li>`)}</ul>`
            }
          </section>
        </main>
      </div>
      ${pageFooter({ runId, version: newer.version })}`,
  );
}

function chapter(pair: ChapterPair, view: DiffView): SafeHtml {
  const { older, newer } = pair;
  const change = view.changeOf(pair);
  const body = markup`<div class="diff">${view.text(older?.markdown ?? '', newer?.markdown ?? '')}</div>`;
  const number = newer?.number ?? older?.number;
  if (change === '沒有變動') {
    return markup`<details class="unchanged">
      <summary>${number}　${newer?.heading}　<span class="change">${change}</span></summary>
      ${body}
    </details>`;
  }
  return markup`<section class="chapter">
    <h2>
      <span class="number" aria-hidden="true">${number}</span
      ><span>${view.text(older?.heading ?? '', newer?.heading ?? '')}</span>
      <span class="change">${change}</span>
    </h2>
    ${body}
  </section>`;
}

/**
 * Both texts rest on a search tool's answers, so what belongs to either is shown. Two versions that go on
 * from the same older one may name different groups alike.
 */
function suggestionsOf(older: ComparedVersion, newer: ComparedVersion): SearchSuggestion[] {
  const own = newer.evidence.searchSuggestions ?? [];
  const others = (older.evidence.searchSuggestions ?? []).filter(
    (other) => !own.some(({ html }) => html === other.html),
  );
  return [...own, ...others.map(({ group, html }) => ({ group: `${group} before`, html }))];
}

/** By address: a key may mean another source when both versions go on from the same older one. */
function newSources(older: Evidence, newer: Evidence): Evidence['sources'] {
  const known = new Set(older.sources.map(({ location }) => addressOf(location)));
  return newer.sources.filter(({ location }) => !known.has(addressOf(location)));
}
