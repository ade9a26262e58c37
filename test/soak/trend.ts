/** Memory of a server at one moment, in bytes; the heap right after a garbage collection. */
export interface Sample {
  readonly atMs: number;
  readonly heap: number;
  readonly rss: number;
}

/** How one kind of memory went in the second half of a run, in MB. */
export interface Trend {
  readonly startMb: number;
  readonly endMb: number;
  readonly mbPerMinute: number;
  readonly growthMb: number;
  readonly allowedMb: number;
  readonly ok: boolean;
}

/** What may be added in the second half, by what a run of one minute still warms up. */
interface Allowance {
  readonly warmUpMb: number;
  readonly baseMb: number;
  readonly mbPerMinute: number;
}

/**
 * At 200 messages/s the 0.2 MB a minute are 17 bytes a message: less than any object one could
 * forget. RSS also holds SQLite's cache and what the allocator keeps, hence more room.
 */
const ALLOWED: Readonly<Record<'heap' | 'rss', Allowance>> = {
  heap: { warmUpMb: 4, baseMb: 2, mbPerMinute: 0.2 },
  rss: { warmUpMb: 40, baseMb: 10, mbPerMinute: 1 },
};
/** Buffers, compiled code and SQLite's cache have found their size when the second half is so long. */
const WARM_AFTER_MINUTES = 2;

const MB = 1024 * 1024;

/** The trend of the second half. @throws Error with fewer than 4 samples. */
export function trendOf(samples: readonly Sample[], kind: 'heap' | 'rss'): Trend {
  const half = samples.slice(Math.floor(samples.length / 2));
  const first = half[0];
  const last = half.at(-1);
  if (first === undefined || last === undefined || samples.length < 4) {
    throw new Error('Fewer than 4 samples say nothing: let it run longer.');
  }
  const points = half.map((sample) => ({
    minutes: (sample.atMs - first.atMs) / 60_000,
    mb: sample[kind] / MB,
  }));
  const mbPerMinute = slopeOf(points);
  const minutes = (last.atMs - first.atMs) / 60_000;
  const growthMb = mbPerMinute * minutes;
  const { warmUpMb, baseMb, mbPerMinute: perMinute } = ALLOWED[kind];
  const allowedMb = (minutes < WARM_AFTER_MINUTES ? warmUpMb : baseMb) + perMinute * minutes;
  return {
    startMb: first[kind] / MB,
    endMb: last[kind] / MB,
    mbPerMinute,
    growthMb,
    allowedMb,
    ok: growthMb <= allowedMb,
  };
}

/**
 * Theil-Sen: the median of the slopes between all pairs. A leak raises them all; one step, as when
 * the garbage collector widens its young generation, does not.
 * https://en.wikipedia.org/wiki/Theil-Sen_estimator
 */
function slopeOf(points: readonly { minutes: number; mb: number }[]): number {
  const slopes = points.flatMap((from, at) =>
    points.slice(at + 1).map((to) => (to.mb - from.mb) / (to.minutes - from.minutes)),
  );
  return slopes.toSorted((a, b) => a - b)[Math.floor(slopes.length / 2)] ?? 0;
}
