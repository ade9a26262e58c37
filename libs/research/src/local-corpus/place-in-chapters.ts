import type { Chapter, Evidence, Plan } from '@dossier/contracts';
import { FACETS } from './facets.ts';
import { quotedIn, type Placed } from '../follow-up.ts';

interface Chaptered {
  readonly chapter: Chapter;
  readonly quotes: readonly Placed[];
  readonly purposes: readonly string[];
}

/**
 * Which chapter each excerpt belongs to: the one that quotes the same section, else the one named
 * after the side from which it was found, else the one with most excerpts found from that side.
 * Every excerpt gets a chapter as long as there is one.
 */
export function placeInChapters(
  additions: readonly Placed[],
  chapters: readonly Chapter[],
  { plan, evidence }: { plan: Plan; evidence: Evidence },
): Map<Chapter, Placed[]> {
  const known = chapters.map((chapter): Chaptered => {
    const quotes = quotedIn([chapter], evidence);
    return { chapter, quotes, purposes: quotes.flatMap((quote) => purposesOf(plan, quote)) };
  });
  const places = new Map<Chapter, Placed[]>();
  for (const addition of additions) {
    const home = homeOf(addition, known, plan);
    if (home !== undefined) places.set(home, [...(places.get(home) ?? []), addition]);
  }
  return places;
}

function homeOf(addition: Placed, known: readonly Chaptered[], plan: Plan): Chapter | undefined {
  const neighbours = known.map(
    ({ quotes }) => quotes.filter((q) => isNeighbour(q, addition)).length,
  );
  const near = mostOf(known, neighbours);
  if (near !== undefined) return near.chapter;
  const purposes = purposesOf(plan, addition);
  const sides = purposes.filter((purpose) => purpose !== FACETS[0].purpose);
  const named = known.find(({ chapter }) => sides.includes(chapter.heading));
  if (named !== undefined) return named.chapter;
  const counts = known.map((one) => one.purposes.filter((each) => purposes.includes(each)).length);
  return (mostOf(known, counts) ?? known[0])?.chapter;
}

function isNeighbour(a: Placed, b: Placed): boolean {
  return a.source.key === b.source.key && a.extract.heading === b.extract.heading;
}

/** The one with the highest count; undefined when all are zero. */
function mostOf<T>(items: readonly T[], counts: readonly number[]): T | undefined {
  const most = Math.max(0, ...counts);
  return most === 0 ? undefined : items[counts.indexOf(most)];
}

function purposesOf({ groups }: Plan, { extract }: Placed): string[] {
  return groups.filter(({ id }) => extract.groups.includes(id)).map(({ purpose }) => purpose);
}
