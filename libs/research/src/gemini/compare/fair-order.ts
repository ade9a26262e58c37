import type { Extract, Source } from '@dossier/contracts';
import type { Placed } from '../../follow-up.ts';

/**
 * Excerpts in the order in which they are worth keeping when there is not room for all: groups take
 * turns, and each gives its first excerpt of every source before a second one of any.
 */
export function fairOrder(sources: readonly Source[], groups: readonly string[]): Placed[] {
  const ranked = sources
    .flatMap((source) => source.extracts.map((extract, rank) => ({ source, extract, rank })))
    .sort((a, b) => a.rank - b.rank);
  const taken = new Set<Extract>();
  const order: Placed[] = [];
  const take = ({ source, extract }: Placed): void => {
    taken.add(extract);
    order.push({ source, extract });
  };
  let turns = groups.map((id) => ranked.filter(({ extract }) => extract.groups.includes(id)));
  while (turns.length > 0) {
    turns = turns
      .map((left) => {
        const next = left.findIndex(({ extract }) => !taken.has(extract));
        const placed = left[next];
        if (placed === undefined) return [];
        take(placed);
        return left.slice(next + 1);
      })
      .filter((left) => left.length > 0);
  }
  ranked.filter(({ extract }) => !taken.has(extract)).forEach(take);
  return order;
}
