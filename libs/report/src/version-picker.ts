import { pageLink, pagePaths } from './page-paths.ts';
import type { VersionPlace } from './report-page.ts';
import { markup, type SafeHtml } from './safe-html.ts';

/** Older versions than these are offered by the page of all versions. */
const SHOWN = 5;

/**
 * Where else to read: the versions before, what changed since the one before, and the pages that know
 * of later versions. A page never changes, so it cannot name those itself.
 */
export function versionPicker(version: number, { earlier, comparedWith }: VersionPlace): SafeHtml {
  const before = comparedWith.at(-1);
  return markup`<nav class="versions" aria-label="版本">
    ${earlier.slice(-SHOWN).map((older) => pageLink(pagePaths.report(older), `第 ${older} 版`))}
    <strong aria-current="page">第 ${version} 版</strong>
    ${before === undefined ? undefined : pageLink(pagePaths.differences(version, before), `與第 ${before} 版的差異`)}
    ${pageLink(pagePaths.versions, '所有版本與差異')} ${pageLink(pagePaths.latest, '最新版')}
  </nav>`;
}
