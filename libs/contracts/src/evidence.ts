import type { Language } from './language.ts';

/** Where a source is: a file of the corpus folder, or a web page. */
export type SourceLocation =
  /** `path` is relative to the corpus folder, with `/` separators. */
  { readonly kind: 'file'; readonly path: string } | { readonly kind: 'web'; readonly url: string };

/** One literal excerpt of a source. */
export interface Extract {
  /** `S3-2`: the second extract of source S3. Reports cite it as `[^S3-2]`. */
  readonly key: string;
  /** The excerpt, letter for letter as it stands in the source's text. */
  readonly text: string;
  /**
   * Offsets of `text` in the source's text, in UTF-16 code units, end exclusive. The text of a .md or
   * .txt file is the file; of an .html file what a reader sees.
   */
  readonly start: number;
  readonly end: number;
  /** 1-based line of the file where the excerpt starts, whatever its format. */
  readonly line: number;
  /** The heading of the section it stands in; empty before the first heading. */
  readonly heading: string;
  /** Up to 200 UTF-16 units of the same section before and after, to show the excerpt in its place. */
  readonly before: string;
  readonly after: string;
  /** Language of this excerpt (a translated manual may hold untranslated sentences). */
  readonly language: Language;
  /** The query groups that found it. */
  readonly groups: readonly string[];
  /**
   * `grounded`: words of a model that its search tool attributes to the source; the text around it is
   * the model's answer, and offsets and line count in that. Absent: the source's own words.
   */
  readonly wording?: 'grounded';
}

/** One document that evidence was taken from. */
export interface Source {
  /** `S1`, `S2`, ... A model or a writer sees keys, never addresses. */
  readonly key: string;
  readonly title: string;
  readonly location: SourceLocation;
  readonly language: Language;
  /** ISO 8601 UTC instant of reading. */
  readonly retrievedAt: string;
  /** SHA-256 (hex) of the source's bytes as read; of a page that only the model read, of its answer's part. */
  readonly sha256: string;
  /** Day of publication (`YYYY-MM-DD`) where it is known. */
  readonly publishedAt?: string;
  readonly extracts: readonly Extract[];
}

/** Several documents say the same. */
export interface Agreement {
  /** What they agree on, in the report's language, without figures of its own. */
  readonly claim: string;
  /** Keys of the extracts that say so, from at least two distinct sources. */
  readonly extracts: readonly string[];
}

/** Documents contradict each other. */
export interface Divergence {
  /** `numeric`: different values for the same thing. `polarity`: one affirms what the other denies. */
  readonly kind: 'numeric' | 'polarity';
  /** What they differ on, in the report's language. */
  readonly claim: string;
  /** At least two sides, each with its position and the extracts that hold it. */
  readonly sides: readonly {
    readonly position: string;
    readonly extracts: readonly string[];
  }[];
}

/** What the searches could not answer. */
export interface Gap {
  /** The query group that found too little. */
  readonly group: string;
  /** What is missing, in the report's language. */
  readonly note: string;
}

/** Everything a report may rest on: the searches merged, keyed, compared. */
export interface Evidence {
  readonly question: string;
  readonly sources: readonly Source[];
  readonly agreements: readonly Agreement[];
  readonly divergences: readonly Divergence[];
  readonly gaps: readonly Gap[];
  /** What has to be shown beside a report that rests on a search tool's answers; absent without one. */
  readonly searchSuggestions?: readonly SearchSuggestion[];
}

/** A search tool's own links to its searches: shown unmodified, by Google's terms (docs/grounding-policy.md). */
export interface SearchSuggestion {
  /** The query group it belongs to. */
  readonly group: string;
  /** HTML with its style, exactly as it was returned. */
  readonly html: string;
}

/** An excerpt before it has a key. */
export type FoundExtract = Omit<Extract, 'key' | 'groups'>;

/** What one query group found: a checkpoint of its own, so a crash repeats only missing searches. */
export interface GroupFindings {
  readonly groupId: string;
  readonly sources: readonly (Omit<Source, 'key' | 'extracts'> & {
    readonly extracts: readonly FoundExtract[];
  })[];
  /** Why it found less than it could have; becomes a gap. */
  readonly problems?: readonly GroupProblem[];
  readonly searchSuggestion?: string;
}

/** What went wrong in one query group, without ending the run. */
export interface GroupProblem {
  /** Stable code: `search-failed`, `blocked`, `ungrounded`, `page-not-read`, `source-refused`, `tool-refused`. */
  readonly reason: string;
  /** How often. */
  readonly count: number;
}

/** All extracts of the evidence by key, each with its source. */
export function extractIndex(
  evidence: Evidence,
): ReadonlyMap<string, { readonly source: Source; readonly extract: Extract }> {
  return new Map(
    evidence.sources.flatMap((source) =>
      source.extracts.map((extract) => [extract.key, { source, extract }] as const),
    ),
  );
}
