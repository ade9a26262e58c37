import type { ResearchRequest, RunId } from '@dossier/contracts';
import { pageFooter } from './page-header.ts';
import { pageLayout } from './page-layout.ts';
import { pageLink, pagePaths } from './page-paths.ts';
import { markup, type SafeHtml } from './safe-html.ts';
import { LANGUAGE_NAMES, taipeiDate } from './source-place.ts';

/** A version as the page of all versions shows it. */
export interface ListedVersion {
  readonly version: number;
  readonly title: string;
  readonly request: ResearchRequest;
  /** ISO 8601 UTC. */
  readonly startedAt: string;
  /** The earlier versions that it has a page of differences from. */
  readonly comparedWith: readonly number[];
}

/** The page of all versions of a run, newest first, each with its differences from the others. */
export function renderVersionsPage(runId: RunId, versions: readonly ListedVersion[]): string {
  const newestFirst = versions.toSorted((a, b) => b.version - a.version);
  const newest = newestFirst[0];
  return pageLayout(
    { title: '所有版本', description: `這份研究的 ${versions.length} 個版本` },
    markup`<header class="masthead">
        <p class="kicker"><span class="seal" aria-hidden="true">文</span>Dossier 研究報告</p>
        <h1>所有版本</h1>
        ${newest && markup`<p class="question"><span>問題</span>${newest.request.question}</p>`}
      </header>
      <div class="columns">
        <main>
          <ul class="version-list">
            ${newestFirst.map(item)}
          </ul>
        </main>
      </div>
      ${newest && pageFooter({ runId, version: newest.version })}`,
  );
}

function item({ version, title, request, startedAt, comparedWith }: ListedVersion): SafeHtml {
  return markup`<li>
    <h2>${pageLink(pagePaths.report(version), `第 ${version} 版`)}</h2>
    <p class="source-title"><bdi>${title}</bdi></p>
    <p class="meta">${taipeiDate(startedAt)}<span>${wishWords(request)}</span></p>
    ${
      comparedWith.length === 0
        ? undefined
        : markup`<p class="compare">差異：${comparedWith
            .toReversed()
            .map((older) =>
              pageLink(pagePaths.differences(version, older), `與第 ${older} 版`),
            )}</p>`
    }
  </li>`;
}

/** What a version was made for, in a few words. */
function wishWords(request: ResearchRequest): string {
  if (request.kind === 'new') return '新的研究';
  const { kind, baseVersion, chapter, languages = [], instruction } = request;
  const where = chapter === undefined ? '' : `第 ${chapter} 章`;
  const spoken = languages.map((language) => LANGUAGE_NAMES[language]).join('、');
  const words = {
    deepen: `深入${where}`,
    'add-sources': `${where}補充${spoken}來源`,
    rewrite: `改寫${where}`,
    republish: '重新發布',
    'in-words': instruction === undefined ? '依要求修改' : `「${instruction}」`,
  }[kind];
  return `以第 ${baseVersion} 版為基礎：${words}`;
}
