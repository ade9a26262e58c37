import type { RunKey } from '@dossier/contracts';
import { pagePaths } from '@dossier/report';

/** The objects of one version in the report bucket; each name is also the path of its address. */
export interface ObjectNames {
  readonly html: string;
  readonly markdown: string;
  /** The page that always shows the newest version. */
  readonly latest: string;
  /** The page that lists all versions. */
  readonly versions: string;
  /** What changed against an older version. */
  differencesFrom(older: number): string;
}

/** Run ids cannot be guessed, so a page is found only by its link. */
export function objectNamesOf({ runId, version }: RunKey): ObjectNames {
  const inRun = (path: string): string => `reports/${runId}/${path}`;
  return {
    html: inRun(pagePaths.report(version)),
    markdown: inRun(pagePaths.markdown(version)),
    latest: inRun(pagePaths.latest),
    versions: inRun(pagePaths.versions),
    differencesFrom: (older) => inRun(pagePaths.differences(version, older)),
  };
}
