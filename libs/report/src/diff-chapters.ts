import type { Chapter } from '@dossier/contracts';

/** A chapter of the newer report beside the one it came from; at least one of them is there. */
export interface ChapterPair {
  readonly older: NumberedChapter | undefined;
  readonly newer: NumberedChapter | undefined;
}

/** A chapter with its place in its own report's table of contents. */
export interface NumberedChapter extends Chapter {
  readonly number: number;
}

/**
 * Finds for each chapter the one it came from: by kind and heading, else by kind and place. Chapters
 * of the newer report first, in its order; then those it no longer has.
 */
export function pairChapters(
  older: readonly Chapter[],
  newer: readonly Chapter[],
): readonly ChapterPair[] {
  const left = new Set(numbered(older));
  const take = (fits: (chapter: NumberedChapter) => boolean): NumberedChapter | undefined => {
    const found = [...left].find(fits);
    if (found) left.delete(found);
    return found;
  };
  const byHeading = numbered(newer).map((chapter) => ({
    newer: chapter,
    older: take(({ kind, heading }) => kind === chapter.kind && heading === chapter.heading),
  }));
  const all = byHeading.map((pair) => ({
    newer: pair.newer,
    older:
      pair.older ??
      take(
        ({ kind, number }) =>
          kind === pair.newer.kind && (kind !== 'theme' || number === pair.newer.number),
      ),
  }));
  return [...all, ...[...left].map((chapter) => ({ older: chapter, newer: undefined }))];
}

function numbered(chapters: readonly Chapter[]): readonly NumberedChapter[] {
  return chapters.map((chapter, i) => ({ ...chapter, number: i + 1 }));
}
