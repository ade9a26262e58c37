import type { DeadLetter } from './dead-letter.ts';

/** Dead letters of one cause. */
export interface CauseStats {
  readonly fingerprint: string;
  readonly stage: string;
  readonly reason: string;
  readonly count: number;
  readonly oldest: string;
  readonly newest: string;
  /** The newest of them, to look at. */
  readonly example: string;
}

/** Counts over a list of dead letters, for tables and for alerts. */
export interface DeadLetterStats {
  /** Documents met on the way that are no records: another program has spoiled them. */
  readonly unreadable: number;
  /** How many there are: the depth. */
  readonly total: number;
  readonly oldestReceivedAt: string | null;
  readonly oldestAgeMs: number | null;
  readonly byState: Readonly<Record<string, number>>;
  readonly byStage: Readonly<Record<string, number>>;
  readonly byReason: Readonly<Record<string, number>>;
  /** `<1h`, `<6h`, `<1d`, `<7d`, `7d+`. */
  readonly byAge: Readonly<Record<string, number>>;
  /** By run id, the most first; `none` where the body is no command. */
  readonly byRun: Readonly<Record<string, number>>;
  readonly causes: readonly CauseStats[];
}

const HOUR_MS = 60 * 60 * 1_000;
const AGES: readonly (readonly [string, number])[] = [
  ['<1h', HOUR_MS],
  ['<6h', 6 * HOUR_MS],
  ['<1d', 24 * HOUR_MS],
  ['<7d', 7 * 24 * HOUR_MS],
  ['7d+', Number.POSITIVE_INFINITY],
];

/** Counts dead letters in every way that an operator groups them. */
export function statsOf(
  { letters, unreadable }: { letters: readonly DeadLetter[]; unreadable: number },
  now: Date,
): DeadLetterStats {
  const oldest = letters.map(({ receivedAt }) => receivedAt).toSorted()[0] ?? null;
  return {
    unreadable,
    total: letters.length,
    oldestReceivedAt: oldest,
    oldestAgeMs: oldest === null ? null : now.getTime() - Date.parse(oldest),
    byState: countBy(letters, ({ state }) => state),
    byStage: countBy(letters, ({ stage }) => stage),
    byReason: countBy(letters, ({ reason }) => reason),
    byAge: inOrderOfAge(countBy(letters, (letter) => ageOf(letter, now))),
    byRun: countBy(letters, ({ command }) => command?.runId ?? 'none'),
    causes: causesIn(letters),
  };
}

function ageOf({ receivedAt }: DeadLetter, now: Date): string {
  const age = now.getTime() - Date.parse(receivedAt);
  return AGES.find(([, limit]) => age < limit)?.[0] ?? '7d+';
}

function inOrderOfAge(counts: Readonly<Record<string, number>>): Record<string, number> {
  return Object.fromEntries(AGES.map(([name]) => [name, counts[name] ?? 0]));
}

function causesIn(letters: readonly DeadLetter[]): CauseStats[] {
  const groups = Map.groupBy(letters, ({ fingerprint }) => fingerprint);
  return [...groups]
    .flatMap(([fingerprint, group]): CauseStats[] => {
      const inOrder = group.toSorted((a, b) => (a.receivedAt < b.receivedAt ? -1 : 1));
      const [first, last] = [inOrder[0], inOrder.at(-1)];
      if (first === undefined || last === undefined) return [];
      const { stage, reason, receivedAt: newest, id: example } = last;
      const { receivedAt: oldest } = first;
      return [{ fingerprint, stage, reason, count: group.length, oldest, newest, example }];
    })
    .toSorted((a, b) => b.count - a.count);
}

function countBy(
  letters: readonly DeadLetter[],
  keyOf: (letter: DeadLetter) => string,
): Record<string, number> {
  const groups = [...Map.groupBy(letters, keyOf)].map(([key, group]): [string, number] => [
    key,
    group.length,
  ]);
  return Object.fromEntries(groups.toSorted(([, a], [, b]) => b - a));
}
