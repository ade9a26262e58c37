import type { Source } from '@dossier/contracts';
import type { Placed } from '../../follow-up.ts';
import { fairOrder } from './fair-order.ts';

/**
 * The most excerpts that a model compares: some 30,000 tokens. Beyond that answers get poorer, and what is
 * left out stays evidence all the same.
 */
const MOST_SHOWN = 120;
/** Of these in a follow-up, so that what is new can meet what is known. */
const MOST_KNOWN = 48;

/**
 * The excerpts to compare, in the order of the evidence: new ones first and known ones in what room they
 * leave, of each kind those that are worth most.
 */
export function shownOf(
  sources: readonly Source[],
  fresh: ReadonlySet<string>,
  groups: readonly string[],
): Placed[] {
  const order = fairOrder(sources, groups);
  const news = order.filter(({ extract }) => fresh.has(extract.key));
  const known = order.filter(({ extract }) => !fresh.has(extract.key));
  const chosen = news.slice(0, MOST_SHOWN - Math.min(known.length, MOST_KNOWN));
  const keys = new Set(
    [...chosen, ...known.slice(0, MOST_SHOWN - chosen.length)].map(({ extract }) => extract.key),
  );
  return sources.flatMap((source) =>
    source.extracts.filter(({ key }) => keys.has(key)).map((extract) => ({ source, extract })),
  );
}
