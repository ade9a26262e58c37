import type { Extract, FoundExtract, GroupFindings, Source } from '@dossier/contracts';
import { documentKey, excerptKey } from './same-excerpt.ts';

type FoundSource = GroupFindings['sources'][number];

/** Softens the lead of a group's first hit (reciprocal rank fusion; Cormack 2009 uses 60 for long lists). */
const RANK_OFFSET = 4;

interface Merged {
  readonly found: FoundExtract;
  readonly groups: string[];
  score: number;
}

/**
 * One list of sources from all groups: an excerpt found by several groups appears once, with all
 * of them. Sources and excerpts come in order of relevance and get their keys: `S1`, `S1-1`.
 */
export function mergeFindings(findings: readonly GroupFindings[]): Source[] {
  const sources = new Map<string, { source: FoundSource; extracts: Map<string, Merged> }>();
  for (const { groupId, sources: found } of findings) {
    let rank = 0;
    for (const source of found) {
      const entry = entryOf(sources, source);
      for (const extract of source.extracts) {
        rank += 1;
        const merged = { found: extract, groups: [groupId], score: 1 / (rank + RANK_OFFSET) };
        addExtract(entry.extracts, excerptKey(source, extract), merged);
      }
    }
  }
  return [...sources.values()]
    .map(({ source, extracts }) => ({ source, extracts: [...extracts.values()].sort(byScore) }))
    .filter(({ extracts }) => extracts.length > 0)
    .sort((a, b) => scoreOf(b.extracts) - scoreOf(a.extracts))
    .map(({ source, extracts }, index) => toSource(`S${index + 1}`, source, extracts));
}

function entryOf(
  sources: Map<string, { source: FoundSource; extracts: Map<string, Merged> }>,
  source: FoundSource,
): { source: FoundSource; extracts: Map<string, Merged> } {
  const key = documentKey(source);
  const entry = sources.get(key) ?? { source, extracts: new Map<string, Merged>() };
  sources.set(key, entry);
  return entry;
}

function addExtract(extracts: Map<string, Merged>, key: string, found: Merged): void {
  const known = extracts.get(key);
  if (known === undefined) {
    extracts.set(key, found);
    return;
  }
  known.groups.push(...found.groups.filter((group) => !known.groups.includes(group)));
  known.score += found.score;
}

function byScore(a: Merged, b: Merged): number {
  return b.score - a.score || a.found.start - b.found.start;
}

function scoreOf(extracts: readonly Merged[]): number {
  return extracts.reduce((sum, { score }) => sum + score, 0);
}

function toSource(key: string, source: FoundSource, extracts: readonly Merged[]): Source {
  const found = extracts.map((one) => ({ ...one.found, key: '', groups: one.groups }));
  return withKeys({ ...source, key, extracts: found }, key);
}

function withKeys(source: Source, key: string): Source {
  const extracts = source.extracts.map((extract, index): Extract => ({
    ...extract,
    key: `${key}-${index + 1}`,
  }));
  return { ...source, key, extracts };
}

/**
 * Moves the excerpts of higher rank, and the sources that hold them, to the front, and keys all anew.
 * Among equals the order stays.
 */
export function putFirst(
  sources: readonly Source[],
  rankOf: (extract: Extract) => number,
): Source[] {
  const best = (source: Source): number => Math.max(...source.extracts.map(rankOf));
  return sources
    .map((source) => ({
      ...source,
      extracts: source.extracts.toSorted((a, b) => rankOf(b) - rankOf(a)),
    }))
    .sort((a, b) => best(b) - best(a))
    .map((source, index) => withKeys(source, `S${index + 1}`));
}
