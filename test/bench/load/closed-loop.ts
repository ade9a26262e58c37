import { percentile } from './percentile.ts';

/** One step of load. */
export interface LoadStep {
  readonly inFlight: number;
  readonly runs: number;
  /** No run is started after this. */
  readonly maxMs: number;
}

/** What one step of load gave. */
export interface LoadResult {
  readonly inFlight: number;
  readonly runs: number;
  readonly runsPerSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  /** Processor time of the pipeline's process per run: says more than the clock on a busy machine. */
  readonly cpuMsPerRun: number | null;
}

/**
 * Keeps `inFlight` runs going until `runs` have been started or `maxMs` are over, lets all of them
 * end, and divides their number by the whole time.
 */
export async function closedLoop(
  { inFlight, runs, maxMs }: LoadStep,
  run: () => Promise<void>,
  cpuMs: () => number | null,
): Promise<LoadResult> {
  const cpuBefore = cpuMs();
  const started = performance.now();
  const took: number[] = [];
  let left = runs;
  const worker = async (): Promise<void> => {
    while (left > 0 && performance.now() - started < maxMs) {
      left -= 1;
      const begun = performance.now();
      await run();
      took.push(performance.now() - begun);
    }
  };
  await Promise.all(Array.from({ length: inFlight }, worker));
  const seconds = (performance.now() - started) / 1_000;
  const cpuAfter = cpuMs();
  const cpuMsPerRun =
    cpuBefore === null || cpuAfter === null ? null : (cpuAfter - cpuBefore) / took.length;
  return {
    cpuMsPerRun,
    inFlight,
    runs: took.length,
    runsPerSecond: took.length / seconds,
    p50Ms: percentile(took, 0.5),
    p99Ms: percentile(took, 0.99),
  };
}
