import { setTimeout as wait } from 'node:timers/promises';
import { percentile } from './percentile.ts';

/** One step of load. */
export interface LoadStep {
  readonly inFlight: number;
  readonly runs: number;
  /** No run is started after this. */
  readonly maxMs: number;
  /** Runs that have not ended by then are left out. */
  readonly giveUpMs: number;
}

/** What one step of load gave. */
export interface LoadResult {
  readonly inFlight: number;
  /** Runs that ended. */
  readonly runs: number;
  /** Runs that were still under way when the step was given up. */
  readonly unfinished: number;
  readonly runsPerSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  /** Processor time of the pipeline's process per run: says more than the clock on a busy machine. */
  readonly cpuMsPerRun: number | null;
}

/**
 * Keeps `inFlight` runs going until `runs` have been started or `maxMs` are over, lets them end
 * (until `giveUpMs`), and divides the number of those that ended by the whole time.
 */
export async function closedLoop(
  { inFlight, runs, maxMs, giveUpMs }: LoadStep,
  run: () => Promise<void>,
  cpuMs: () => number | null,
): Promise<LoadResult> {
  const cpuBefore = cpuMs();
  const started = performance.now();
  const took: number[] = [];
  let begun = 0;
  const worker = async (): Promise<void> => {
    while (begun < runs && performance.now() - started < maxMs) {
      begun += 1;
      const from = performance.now();
      await run();
      took.push(performance.now() - from);
    }
  };
  const giveUp = new AbortController();
  const late = wait(giveUpMs, undefined, { signal: giveUp.signal }).catch(() => undefined);
  await Promise.race([Promise.all(Array.from({ length: inFlight }, worker)), late]);
  giveUp.abort();
  const seconds = (performance.now() - started) / 1_000;
  const cpuAfter = cpuMs();
  const ended = [...took];
  const cpuMsPerRun =
    cpuBefore === null || cpuAfter === null ? null : (cpuAfter - cpuBefore) / ended.length;
  return {
    inFlight,
    runs: ended.length,
    unfinished: begun - ended.length,
    runsPerSecond: ended.length / seconds,
    p50Ms: percentile(ended, 0.5),
    p99Ms: percentile(ended, 0.99),
    cpuMsPerRun,
  };
}
