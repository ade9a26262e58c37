import {
  extractIndex,
  type Evidence,
  type Extract,
  type Report,
  type Source,
} from '@dossier/contracts';
import { readChapter } from './read-chapter.ts';

/** One note: an extract that the report cites, under the number readers see. */
export interface Citation {
  readonly number: number;
  readonly source: Source;
  readonly extract: Extract;
}

/**
 * Numbers the cited extracts 1, 2, ... in order of first appearance, by extract key.
 *
 * Markers with a key the evidence does not have get no number. `alsoCited` are keys cited outside
 * the chapters; they are numbered behind those of the chapters, so that the Markdown and the page
 * agree.
 * @throws UnreadableChapter
 */
export function numberCitations(
  report: Report,
  evidence: Evidence,
  alsoCited: readonly string[] = [],
): ReadonlyMap<string, Citation> {
  const extracts = extractIndex(evidence);
  const cited = report.chapters.flatMap((chapter) => readChapter(chapter).markers);
  const citations = new Map<string, Citation>();
  for (const key of [...cited, ...alsoCited]) {
    const entry = extracts.get(key);
    if (entry && !citations.has(key)) {
      citations.set(key, { number: citations.size + 1, ...entry });
    }
  }
  return citations;
}
