import { markup, type SafeHtml } from './safe-html.ts';

/**
 * Where the pages of one run stand, as paths inside the run's folder. Pages link to each other by
 * these alone, so a folder of pages works wherever it is put, signed or not.
 */
export const pagePaths = {
  report: (version: number) => `v${version}/report.html`,
  markdown: (version: number) => `v${version}/report.md`,
  /** What version `newer` changed against version `older`. */
  differences: (newer: number, older: number) => `v${newer}/diff-v${older}.html`,
  /** A copy of the newest version's page. */
  latest: 'latest/report.html',
  /** All versions, replaced with each new one: old pages find the newer ones by it. */
  versions: 'latest/versions.html',
} as const;

/** Every page stands one folder below its run's. */
export function pageAddress(path: string): string {
  return `../${path}`;
}

/** A link from one page of a run to another. */
export function pageLink(path: string, text: string): SafeHtml {
  return markup`<a href="${pageAddress(path)}">${text}</a>`;
}
