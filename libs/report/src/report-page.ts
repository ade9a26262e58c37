import type { Evaluation, Evidence, Plan, Report, RunKey } from '@dossier/contracts';

/** Everything a report page shows. The same input always makes the same bytes. */
export interface ReportPage {
  readonly key: RunKey;
  readonly report: Report;
  readonly evidence: Evidence;
  readonly evaluation: Evaluation;
  /** Shown as "how this was searched" when given. */
  readonly plan?: Plan | undefined;
  /** The address of this version, http(s); anything else is not linked. */
  readonly versionUrl?: string | undefined;
  /** The address that always shows the newest version. */
  readonly latestUrl?: string | undefined;
  readonly otherVersions?:
    readonly { readonly version: number; readonly url: string }[] | undefined;
}
