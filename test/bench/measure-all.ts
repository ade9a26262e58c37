import { cpus, loadavg } from 'node:os';
import { setTimeout as wait } from 'node:timers/promises';
import { BenchFailure } from './bench-failure.ts';
import type { BenchPlan, Section } from './plan.ts';
import type { ModelTimes } from './research/model-times.ts';
import type { BenchResult, Missing } from './result.ts';
import { measureCounts, measureCriticalPath } from './sections/critical-path.ts';
import { measureGemini } from './sections/gemini.ts';
import { measureStartUp } from './sections/start-up.ts';
import { measureThroughput, measureWebhook } from './sections/throughput.ts';
import { World } from './world.ts';

export interface BenchRequest {
  readonly quick: boolean;
  readonly plan: BenchPlan;
  readonly sections: readonly Section[];
  readonly modelTimes: ModelTimes;
  /** Where they come from, for the table. */
  readonly modelTimesFrom: string;
  /** `performance.now` at which the time began to count. */
  readonly startedAt: number;
}

type Measured = Omit<BenchResult, 'quick' | 'takenAt' | 'machine' | 'missing'>;

/**
 * Measures the sections one after another. One that fails, or that the time is too short for, is
 * told in `missing`; the others are measured all the same.
 */
export async function measureAll(
  request: BenchRequest,
  progress: (text: string) => void,
): Promise<BenchResult> {
  const { plan, sections, quick, startedAt } = request;
  const machine = {
    node: process.version,
    cpu: cpus()[0]?.model ?? 'unknown processor',
    cores: cpus().length,
    load: loadavg()[0] ?? 0,
  };
  const stop = new AbortController();
  const late = wait(startedAt + plan.endsWithinMs - performance.now(), 'late' as const, {
    signal: stop.signal,
  });
  late.catch(() => undefined);
  const missing: Missing[] = [];
  let measured: Measured = {};
  const world = await Promise.race([World.start(progress), late]);
  let over = world === 'late';
  for (const section of sections) {
    try {
      const part: Measured | 'late' =
        over || world === 'late'
          ? 'late'
          : await Promise.race([measure(section, world, request), late]);
      over = part === 'late';
      if (part === 'late') throw new BenchFailure('the time was over: this machine is too busy');
      measured = { ...measured, ...part };
    } catch (error) {
      const known = error instanceof BenchFailure;
      const reason = known ? error.message : String(error instanceof Error ? error.stack : error);
      missing.push({ section, reason });
    }
  }
  stop.abort();
  if (world !== 'late') await world.close();
  return { quick, takenAt: new Date().toISOString(), machine, missing, ...measured };
}

async function measure(section: Section, world: World, request: BenchRequest): Promise<Measured> {
  const { plan, modelTimes, modelTimesFrom } = request;
  switch (section) {
    case 'counts':
      return { perStage: await measureCounts(world, plan.countedRuns) };
    case 'throughput':
      return { throughput: await measureThroughput(world, plan) };
    case 'webhook':
      return { webhook: await measureWebhook(world, plan.webhook) };
    case 'startup':
      return { startUp: await measureStartUp(world, plan.briefStartUp) };
    case 'gemini':
      return { gemini: await measureGemini(world, plan.gemini) };
    case 'latency':
      return {
        criticalPath: await measureCriticalPath(world, {
          modelTimes,
          modelTimesFrom,
          scale: plan.modelTimesScale,
          webhook: plan.slowWebhook,
        }),
      };
  }
}
