/**
 * A report as data. Citations are markers `[^S3-2]` that name an extract of the evidence; display
 * numbers, titles and addresses are made from the evidence store at render time, once.
 */
export interface Report {
  /** Plain text, no Markdown. */
  readonly title: string;
  readonly language: 'zh-TW';
  readonly chapters: readonly Chapter[];
  /** Name of the provider that wrote it, for example `local-corpus`. */
  readonly provider: string;
  /** ISO 8601 UTC instant of writing. */
  readonly writtenAt: string;
}

/** `theme` chapters are the content; the other kinds appear at most once. */
export type ChapterKind = 'summary' | 'theme' | 'divergences' | 'limits';

/** One `##` chapter. */
export interface Chapter {
  readonly kind: ChapterKind;
  /** Plain text of the `##` heading. */
  readonly heading: string;
  /** Body in Markdown (GFM), without `#` or `##` headings, with `[^S3-2]` markers. */
  readonly markdown: string;
}
