import type { Evidence, Extract, GroupFindings, Source } from '@dossier/contracts';
import { cutTo } from './cut-text.ts';
import { storedBytes } from '../stored-bytes.ts';
import { fairOrder } from './fair-order.ts';

/** Longer texts are no excerpts, in UTF-16 units. */
const LONGEST_EXCERPT = 2_000;

/**
 * Bytes that sources and search suggestions may take. Evidence is one Firestore document of at
 * most 900,000 bytes (libs/workspace), in which claims and gaps have to fit, too. A follow-up adds little,
 * so that several can follow each other.
 */
const MOST_BYTES = { first: 500_000, further: 120_000, whole: 750_000 } as const;

/** Findings whose excerpts are of bearable length: a longer one ends earlier, and is still literal. */
export function withShortExcerpts(findings: GroupFindings): GroupFindings {
  const sources = findings.sources.map((source) => ({
    ...source,
    extracts: source.extracts.map((extract) => {
      const text = cutTo(LONGEST_EXCERPT, extract.text);
      return text.length === extract.text.length
        ? extract
        : { ...extract, text, end: extract.start + text.length };
    }),
  }));
  return { ...findings, sources };
}

/** Bytes that are left for new sources beside what the evidence holds already. */
export function roomBeside(
  base: Evidence | undefined,
  suggestions: Evidence['searchSuggestions'],
): number {
  if (base === undefined) return MOST_BYTES.first - storedBytes(suggestions ?? []);
  const held = storedBytes([base.sources, suggestions ?? []]);
  return Math.min(MOST_BYTES.further, MOST_BYTES.whole - held);
}

/** As much of the sources as `room` bytes hold, every group with its fair share. */
export function withinRoom(
  sources: readonly Source[],
  groups: readonly string[],
  room: number,
): Source[] {
  const kept = new Set<Extract>();
  const opened = new Set<Source>();
  let left = room;
  for (const { source, extract } of fairOrder(sources, groups)) {
    const head = opened.has(source) ? 0 : storedBytes({ ...source, extracts: [] });
    const size = head + storedBytes(extract);
    if (size > left) continue;
    left -= size;
    opened.add(source);
    kept.add(extract);
  }
  return sources
    .map((source) => ({ ...source, extracts: source.extracts.filter((one) => kept.has(one)) }))
    .filter(({ extracts }) => extracts.length > 0);
}
