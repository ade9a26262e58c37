import type { Extract, Source } from '@dossier/contracts';
import { documentKey, excerptKey } from './same-excerpt.ts';

/** `found` without the excerpts that `known` holds already. */
export function unknownTo(known: readonly Source[], found: readonly Source[]): Source[] {
  const held = new Set(known.flatMap(placesOf));
  return found
    .map((source) => ({
      ...source,
      extracts: source.extracts.filter((extract) => !held.has(placeIn(source, extract))),
    }))
    .filter(({ extracts }) => extracts.length > 0);
}

/**
 * All of `known` under its keys, letter for letter, and what `found` holds beyond it under the next ones:
 * as further excerpts of a known source, or as further sources.
 */
export function extendSources(known: readonly Source[], found: readonly Source[]): Source[] {
  return unknownTo(known, found).reduce(withSource, [...known]);
}

function withSource(sources: Source[], found: Source): Source[] {
  const at = sources.findIndex((source) => documentKey(source) === documentKey(found));
  const known = sources[at];
  if (known === undefined) {
    const key = `S${lastNumber(sources) + 1}`;
    return [...sources, { ...found, key, extracts: keyed(found.extracts, key, 0) }];
  }
  const further = keyed(found.extracts, known.key, lastNumber(known.extracts));
  return sources.with(at, { ...known, extracts: [...known.extracts, ...further] });
}

function placesOf(source: Source): string[] {
  return source.extracts.map((extract) => placeIn(source, extract));
}

function placeIn(source: Source, extract: Extract): string {
  return `${documentKey(source)}\n${excerptKey(source, extract)}`;
}

function keyed(extracts: readonly Extract[], source: string, last: number): Extract[] {
  return extracts.map((extract, at) => ({ ...extract, key: `${source}-${last + at + 1}` }));
}

function lastNumber(keyed: readonly { readonly key: string }[]): number {
  return Math.max(0, ...keyed.map(({ key }) => Number(/\d+$/u.exec(key)?.[0] ?? 0)));
}
