import type { LoadStep } from './load/closed-loop.ts';
import type { GeminiPlan } from './sections/gemini.ts';
import type { WebhookPressure } from './sections/throughput.ts';

/** The names that `--only` takes, in the order in which they are measured. */
export const SECTIONS = [
  'counts',
  'throughput',
  'webhook',
  'latency',
  'startup',
  'gemini',
] as const;
export type Section = (typeof SECTIONS)[number];

/** How much is measured. */
export interface BenchPlan {
  readonly countedRuns: number;
  /** Runs before the first step of a pipeline: connections are opened, code is compiled. */
  readonly warmUp: LoadStep;
  readonly steps: readonly LoadStep[];
  readonly webhook: WebhookPressure;
  readonly slowWebhook: WebhookPressure;
  /** Model times are multiplied by it. */
  readonly modelTimesScale: number;
  readonly gemini: GeminiPlan;
  /** Leaves out the slowest starts. */
  readonly briefStartUp: boolean;
  /** The benchmark ends then, with what it has. */
  readonly endsWithinMs: number;
}

/** Enough runs that a 99th percentile means something. */
export const FULL: BenchPlan = {
  countedRuns: 5,
  warmUp: { inFlight: 4, runs: 12, maxMs: 3_000, giveUpMs: 10_000 },
  steps: [
    { inFlight: 1, runs: 200, maxMs: 20_000, giveUpMs: 40_000 },
    { inFlight: 10, runs: 600, maxMs: 20_000, giveUpMs: 60_000 },
    { inFlight: 100, runs: 1_000, maxMs: 30_000, giveUpMs: 120_000 },
  ],
  webhook: { connections: 10, seconds: 10 },
  slowWebhook: { connections: 10, seconds: 10 },
  modelTimesScale: 1,
  gemini: { latencyScale: 1, alone: 2, delayed: 1, atOnce: 3 },
  briefStartUp: false,
  endsWithinMs: 15 * 60_000,
};

/** All comparisons in 45 s, with a few seconds left to stop and print. */
export const QUICK: BenchPlan = {
  countedRuns: 1,
  warmUp: { inFlight: 4, runs: 4, maxMs: 500, giveUpMs: 3_000 },
  steps: [
    { inFlight: 1, runs: 30, maxMs: 500, giveUpMs: 1_000 },
    { inFlight: 10, runs: 60, maxMs: 500, giveUpMs: 1_000 },
    // Too short for all of them to end: the rate is right, the 99th percentile is of those that did.
    { inFlight: 100, runs: 200, maxMs: 1_500, giveUpMs: 1_500 },
  ],
  webhook: { connections: 10, seconds: 1 },
  slowWebhook: { connections: 10, seconds: 1 },
  modelTimesScale: 0.02,
  gemini: { latencyScale: 0.02, alone: 1, delayed: 0, atOnce: 3 },
  briefStartUp: true,
  endsWithinMs: 43_000,
};
