import type { RunKey } from '@dossier/contracts';

/** The objects of one version in the report bucket; each name is also the path of its address. */
export interface ObjectNames {
  readonly html: string;
  readonly markdown: string;
  /** The page that always shows the newest version. */
  readonly latest: string;
}

/** Run ids cannot be guessed, so a page is found only by its link. */
export function objectNamesOf({ runId, version }: RunKey): ObjectNames {
  return {
    html: `reports/${runId}/v${version}/report.html`,
    markdown: `reports/${runId}/v${version}/report.md`,
    latest: `reports/${runId}/latest/report.html`,
  };
}
