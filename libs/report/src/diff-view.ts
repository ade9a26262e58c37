import type { Evidence, Report } from '@dossier/contracts';
import { numberCitations, type Citation } from './citation-numbers.ts';
import type { ChapterPair } from './diff-chapters.ts';
import { diffText, MARKER, markersIn, wordsOf, type DiffPiece } from './diff-text.ts';
import { pageAddress, pagePaths } from './page-paths.ts';
import { UNKNOWN_SOURCE } from './rewrite-chapter.ts';
import { markup, type HtmlPart, type SafeHtml } from './safe-html.ts';
import { addressOf } from './source-place.ts';

/** One version of a report, with what its markers mean. */
export interface ComparedVersion {
  readonly version: number;
  readonly report: Report;
  readonly evidence: Evidence;
}

/** What became of a chapter, as readers are told. */
export type ChapterChange = '沒有變動' | '有變動' | '新增' | '刪去';

/** One side of a comparison: its notes under the numbers of its own page. */
interface Side {
  readonly version: number;
  readonly notes: ReadonlyMap<string, Citation>;
}

/** Marks of headings, and the line below a table's head: form, not words. */
const FORM = /^#{3,6} |^\|(?:[ \t]*(?:-{3,}|:-+:?|-+:)[ \t]*\|)+[ \t]*\n?/gm;

/** Shows what differs between two versions of a report. @throws UnreadableChapter */
export class DiffView {
  readonly #older: Side;
  readonly #newer: Side;

  constructor(older: ComparedVersion, newer: ComparedVersion) {
    this.#older = sideOf(older);
    this.#newer = sideOf(newer);
  }

  /** A chapter whose markers mean other extracts is another chapter, even letter for letter the same. */
  changeOf({ older, newer }: ChapterPair): ChapterChange {
    if (older === undefined) return '新增';
    if (newer === undefined) return '刪去';
    const same =
      older.heading === newer.heading &&
      older.markdown === newer.markdown &&
      markersIn(newer.markdown).every((key) => this.#meansTheSame(key));
    return same ? '沒有變動' : '有變動';
  }

  /** Two texts as one, with what was taken out and put in marked; markers lead to the notes. */
  text(older: string, newer: string): SafeHtml {
    const pieces = diffText(older, newer, (key) => this.#meansTheSame(key));
    return markup`${pieces.map((piece) => this.#piece(piece))}`;
  }

  #piece({ kind, text }: DiffPiece): SafeHtml {
    const shown = wordsOf(text.replace(FORM, '')).map((word) => this.#word(word, kind));
    if (kind === 'kept') return markup`${shown}`;
    return kind === 'deleted' ? markup`<del>${shown}</del>` : markup`<ins>${shown}</ins>`;
  }

  /** Markdown's emphasis and escapes are no part of what a reader compares. */
  #word(word: string, kind: DiffPiece['kind']): HtmlPart {
    const key = MARKER.exec(word)?.[1];
    if (key !== undefined) return reference(key, kind === 'deleted' ? this.#older : this.#newer);
    if (word === '**') return undefined;
    return word.length === 2 && word.startsWith('\\') ? word.slice(1) : word;
  }

  #meansTheSame(key: string): boolean {
    const [before, now] = [this.#older.notes.get(key), this.#newer.notes.get(key)];
    if (before === undefined || now === undefined) return before === now;
    return (
      before.extract.text === now.extract.text &&
      addressOf(before.source.location) === addressOf(now.source.location)
    );
  }
}

function sideOf({ version, report, evidence }: ComparedVersion): Side {
  return { version, notes: numberCitations(report, evidence) };
}

function reference(key: string, { version, notes }: Side): SafeHtml {
  const number = notes.get(key)?.number;
  if (number === undefined) return markup`<sup class="ref">${UNKNOWN_SOURCE}</sup>`;
  const href = `${pageAddress(pagePaths.report(version))}#note-${number}`;
  return markup`<sup class="ref"><a href="${href}" aria-label="第 ${version} 版的註 ${number}">${number}</a></sup>`;
}
