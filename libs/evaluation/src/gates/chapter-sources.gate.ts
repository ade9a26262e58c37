import { findingIn, judgement, type Gate } from '../gate.ts';

/**
 * G6: each theme chapter cites two distinct sources. Evidence that holds fewer cannot give more, so
 * then it is as many as there are: a report from one document is thin, but not dishonest.
 */
export const chapterSourcesGate: Gate = {
  id: 'G6',
  name: 'chapter-sources',
  judge: ({ chapters, evidence, extracts }, { sourcesPerChapter }) => {
    const threshold = Math.min(sourcesPerChapter, Math.max(1, evidence.sources.length));
    const themes = chapters.filter(({ chapter }) => chapter.kind === 'theme');
    const counts = themes.map((judged) => ({
      judged,
      sources: new Set(judged.reading.markers.flatMap((key) => extracts.get(key)?.source.key ?? []))
        .size,
    }));
    const least = counts.length === 0 ? 0 : Math.min(...counts.map(({ sources }) => sources));
    return judgement(
      least >= threshold,
      least,
      threshold,
      counts.length === 0
        ? ['沒有主題章節']
        : counts
            .filter(({ sources }) => sources < threshold)
            .map(({ judged, sources }) =>
              findingIn(judged, `引用 ${sources} 個來源，至少要 ${threshold} 個`),
            ),
    );
  },
};
