import { diffArrays } from 'diff';

/** A stretch of text that both versions have, or only one of them. */
export interface DiffPiece {
  readonly kind: 'kept' | 'deleted' | 'inserted';
  readonly text: string;
}

/** A citation marker as it stands in a chapter. */
export const MARKER = /\[\^([^\]\s]+)\]/;

/** What must not be cut into words: markers, emphasis, escapes, line ends. */
const WHOLE = /(\[\^[^\]\s]+\]|\*\*|\\[!-/:-@[-`{-~]|\n)/;

/** Beyond so many edits two texts are two texts; the search for them grows with the square. */
const MAX_EDITS = { lines: 1_000, words: 800 } as const;

/** With fewer words in common than this share, a mixture of both could not be read. */
const COMMON_SHARE = 0.3;

const words = new Intl.Segmenter('zh-Hant-TW', { granularity: 'word' });

/**
 * What became of a text, word by word: kept and deleted pieces make the older text, kept and inserted
 * ones the newer, letter for letter. `isSame` says whether a marker means the same in both. Equal
 * input gives equal pieces.
 */
export function diffText(
  older: string,
  newer: string,
  isSame: (key: string) => boolean,
): readonly DiffPiece[] {
  const equal = (a: string, b: string): boolean => a === b && markersIn(a).every(isSame);
  const lines = runsOf(linesOf(older), linesOf(newer), equal, MAX_EDITS.lines);
  return lines.flatMap((run) =>
    run.deleted === '' || run.inserted === '' ? piecesOf(run) : wordPieces(run, equal),
  );
}

/** The text in words; markers, emphasis marks, escapes and line ends stay whole. */
export function wordsOf(text: string): readonly string[] {
  return text
    .split(WHOLE)
    .flatMap((part) =>
      WHOLE.test(part) ? [part] : Array.from(words.segment(part), ({ segment }) => segment),
    );
}

/** Kept text, and what stands in its place before the next: one of these may be empty. */
interface Run {
  readonly kept: string;
  readonly deleted: string;
  readonly inserted: string;
}

type IsEqual = (a: string, b: string) => boolean;

function wordPieces({ deleted, inserted }: Run, equal: IsEqual): readonly DiffPiece[] {
  const runs = runsOf(wordsOf(deleted), wordsOf(inserted), equal, MAX_EDITS.words);
  const common = runs.reduce((sum, { kept }) => sum + kept.trim().length, 0);
  const isReadable = common >= COMMON_SHARE * Math.min(deleted.length, inserted.length);
  return isReadable ? runs.flatMap(piecesOf) : piecesOf({ kept: '', deleted, inserted });
}

/** The runs of two lists; everything replaced when that takes more than `maxEditLength`. */
function runsOf(
  older: readonly string[],
  newer: readonly string[],
  comparator: IsEqual,
  maxEditLength: number,
): readonly Run[] {
  const changes = diffArrays([...older], [...newer], { comparator, maxEditLength });
  if (changes === undefined) {
    return [{ kept: '', deleted: older.join(''), inserted: newer.join('') }];
  }
  const runs: Run[] = [];
  for (const { value, added, removed } of changes) {
    const text = value.join('');
    const last = runs.at(-1);
    if (!added && !removed) runs.push({ kept: text, deleted: '', inserted: '' });
    else if (last === undefined || last.kept !== '') {
      runs.push({ kept: '', deleted: removed ? text : '', inserted: added ? text : '' });
    } else {
      runs[runs.length - 1] = {
        kept: '',
        deleted: last.deleted + (removed ? text : ''),
        inserted: last.inserted + (added ? text : ''),
      };
    }
  }
  return runs;
}

function piecesOf({ kept, deleted, inserted }: Run): readonly DiffPiece[] {
  return [
    { kind: 'kept', text: kept } as const,
    { kind: 'deleted', text: deleted } as const,
    { kind: 'inserted', text: inserted } as const,
  ].filter(({ text }) => text !== '');
}

function linesOf(text: string): readonly string[] {
  return text.split(/(?<=\n)/).filter((line) => line !== '');
}

/** The keys of all markers in a text. */
export function markersIn(text: string): readonly string[] {
  return Array.from(text.matchAll(new RegExp(MARKER, 'g')), ([, key = '']) => key);
}
