/** Where a version's page is. */
export interface Publication {
  /** The address a reader opens for this version: never changes. */
  readonly url: string;
  /** The address that always shows the newest version. */
  readonly latestUrl: string;
  /** `signed`: the addresses open only with a signature that expires; absent or `public`: as they are. */
  readonly access?: 'public' | 'signed';
  /** Object names in the report bucket. */
  readonly htmlObject: string;
  readonly markdownObject: string;
  /** SHA-256 (hex) of the stored HTML. */
  readonly htmlSha256: string;
  readonly title: string;
  /** One or two sentences for the card, plain text. */
  readonly summary: string;
  readonly counts: ReportCounts;
  /** The `##` chapters in order; absent in publications made before there was this field. */
  readonly chapters?: readonly PublishedChapter[];
  /** The first three sources that the report cites, in its order; absent as `chapters` is. */
  readonly topSources?: readonly PublishedSource[];
  /** The earlier versions that a page shows the differences from; absent as `chapters` is. */
  readonly comparedWith?: readonly number[];
}

/** One chapter of a published report. */
export interface PublishedChapter {
  /** Its place in the table of contents, from 1: what people say and `FollowUpWish.chapter` means. */
  readonly number: number;
  readonly heading: string;
  /** True for content: a summary, the divergences and the limits have nothing to go deeper into. */
  readonly deepenable: boolean;
}

/** A source as a card names it. */
export interface PublishedSource {
  readonly title: string;
  /** The host of a page, the name of a file. */
  readonly site: string;
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
