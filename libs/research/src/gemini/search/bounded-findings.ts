import type { GroupFindings } from '@dossier/contracts';
import { storedBytes } from '../stored-bytes.ts';

type FoundSources = GroupFindings['sources'];

/** Excerpts of a source at most, until all of them fit. */
const MOST_EXTRACTS = [20, 10, 5, 2, 1] as const;
/** Findings are one Firestore document of at most 900,000 bytes (libs/workspace), suggestions included. */
const MOST_BYTES = 800_000;
/** Google's chips take some 5,000 bytes. All groups' stand in one document beside the evidence. */
const MOST_SUGGESTION_BYTES = 40_000;

/** The same sources with so many excerpts each as a document holds. */
export function boundedSources(sources: FoundSources): FoundSources {
  const cut = (most: number) =>
    sources.map((source) => ({ ...source, extracts: source.extracts.slice(0, most) }));
  const fitting = MOST_EXTRACTS.find((most) => storedBytes(cut(most)) <= MOST_BYTES);
  return fitting === undefined ? [] : cut(fitting);
}

/** Whether search suggestions can be kept. What they belong to must not be shown without them. */
export function canBeKept(suggestion: string): boolean {
  return storedBytes(suggestion) <= MOST_SUGGESTION_BYTES;
}
