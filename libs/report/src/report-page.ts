import type { Evaluation, Evidence, Plan, Report, RunKey } from '@dossier/contracts';

/** Everything a report page shows. The same input always makes the same bytes. */
export interface ReportPage {
  readonly key: RunKey;
  readonly report: Report;
  readonly evidence: Evidence;
  readonly evaluation: Evaluation;
  /** Shown as "how this was searched" when given. */
  readonly plan?: Plan | undefined;
  /** Its place among the run's versions; absent for a page that stands alone. */
  readonly place?: VersionPlace | undefined;
}

/** Where a version's page stands among those of its run. */
export interface VersionPlace {
  /** The versions before it that have a page, oldest first. */
  readonly earlier: readonly number[];
  /** Those of them that it has a page of differences from. */
  readonly comparedWith: readonly number[];
}
