/** Where a version's page is. */
export interface Publication {
  /** The address a reader opens for this version: never changes. */
  readonly url: string;
  /** The address that always shows the newest version. */
  readonly latestUrl: string;
  /** Object names in the report bucket. */
  readonly htmlObject: string;
  readonly markdownObject: string;
  /** SHA-256 (hex) of the stored HTML. */
  readonly htmlSha256: string;
  readonly title: string;
  /** One or two sentences for the card, plain text. */
  readonly summary: string;
  readonly counts: ReportCounts;
}

/** What the card and the command line say about a report. */
export interface ReportCounts {
  readonly chapters: number;
  /** Distinct extracts cited. */
  readonly citations: number;
  /** Distinct sources cited. */
  readonly sources: number;
  readonly divergences: number;
}
