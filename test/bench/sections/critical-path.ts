import { status } from '@grpc/grpc-js';
import { eventually } from '../../support/eventually.ts';
import { loadWebhook } from '../load/webhook-load.ts';
import { nextOfMix, nextWebhook, send, WEBHOOK_PATH } from '../load/webhooks.ts';
import type { BenchProcess } from '../processes/bench-process.ts';
import type { CloudLatency } from '../proxy/watched-cloud.ts';
import type { SeenCommit } from '../proxy/traffic.ts';
import { preciseNow, WARM_UP, type ModelCall } from '../research/instant-research.ts';
import { scaled, type ModelTimes } from '../research/model-times.ts';
import type { Counts, CriticalPath, SlowWebhooks } from '../result.ts';
import type { World } from '../world.ts';
import { countsOf } from './counts.ts';
import { pathRows } from './path-rows.ts';
import type { WebhookPressure } from './throughput.ts';

/** The latencies that the benchmark is defined with. */
export const CLOUD_LATENCY: CloudLatency = { firestoreMs: 25, pubsubHopMs: 40 };
/** A reply on one of LINE's bad days. */
const SLOW_REPLY_MS = 1_500;
/** Shorter, and nothing would be answered at all. */
const LEAST_SLOW_SECONDS = 2;

/** Sends runs one after another and counts what reaches the servers for each. */
export function measureCounts(world: World, runs: number): Promise<Counts> {
  world.progress(`counting at the servers, ${runs} runs`);
  const options = { kind: 'protocol', project: 'bench-counts', watched: true } as const;
  return world.withPipeline(options, async (pipeline) => {
    await runOnce(world, pipeline);
    world.watched.traffic.clear();
    for (let run = 0; run < runs; run += 1) await runOnce(world, pipeline);
    return countsOf(world.watched.traffic, runs);
  });
}

export interface CriticalPathOptions {
  readonly modelTimes: ModelTimes;
  readonly modelTimesFrom: string;
  readonly scale: number;
  readonly webhook: WebhookPressure;
}

/** One run with a cloud's latencies and a model's times, taken apart; then webhooks under the same latencies. */
export async function measureCriticalPath(
  world: World,
  options: CriticalPathOptions,
): Promise<CriticalPath> {
  world.progress('one run with the latencies of a cloud and the times of a model');
  const run = await slowRun(world, options);
  world.progress('webhook with the latencies of a cloud');
  return { ...run, webhooks: await slowWebhooks(world, options.webhook) };
}

function slowRun(
  world: World,
  { modelTimes, modelTimesFrom, scale }: CriticalPathOptions,
): Promise<Omit<CriticalPath, 'webhooks'>> {
  const times = scaled(modelTimes, scale);
  const args = ['--model-times', JSON.stringify(times)];
  const options = { kind: 'protocol', project: 'bench-path', watched: true, args } as const;
  return world.withPipeline(options, async (pipeline) => {
    const calls = modelCallsOf(pipeline);
    await runOnce(world, pipeline, `${WARM_UP}: 開啟連線`);
    world.watched.traffic.clear();
    world.watched.delay(CLOUD_LATENCY);
    const { startedAt, endedAt } = await runOnce(world, pipeline);
    const wallMs = endedAt - startedAt;
    const boundMs = times.plan + Math.max(...times.searches) + times.compare + times.write;
    return {
      ...CLOUD_LATENCY,
      modelTimesScale: scale,
      modelTimesFrom,
      rows: pathRows(world.watched.traffic, calls, { startedAt, endedAt }),
      wallMs,
      boundMs,
      sumOfModelsMs: calls.reduce((sum, call) => sum + call.endedAt - call.startedAt, 0),
      overheadMs: wallMs - boundMs,
    };
  });
}

function slowWebhooks(world: World, pressure: WebhookPressure): Promise<SlowWebhooks> {
  const args = ['--services', 'ingress'];
  const options = { kind: 'protocol', project: 'bench-slow', watched: true, args } as const;
  return world.withPipeline(options, async ({ readyText }) => {
    await send(readyText, nextWebhook());
    world.watched.delay(CLOUD_LATENCY);
    const address = `${readyText}${WEBHOOK_PATH}`;
    const questions = await loadWebhook(address, pressure);
    const mixed = await loadWebhook(address, pressure, nextOfMix);
    world.line.replyMs = SLOW_REPLY_MS;
    const seconds = Math.max(pressure.seconds, LEAST_SLOW_SECONDS);
    const slowLine = await loadWebhook(address, { ...pressure, seconds }, nextOfMix);
    world.line.replyMs = 0;
    return { questions, mixed, slowLine, slowReplyMs: SLOW_REPLY_MS };
  });
}

/** The push ends a run for its user; for the servers it ends with the commit after it. */
async function runOnce(
  { line, watched: { traffic } }: World,
  { readyText: url }: BenchProcess,
  question?: string,
): Promise<{ startedAt: number; endedAt: number }> {
  const ended = (): number => traffic.commits.filter(isEndOfRun).length;
  const before = ended();
  const webhook = nextWebhook(question);
  const pushed = line.pushTo(webhook.userId);
  const startedAt = preciseNow();
  await send(url, webhook);
  const endedAt = performance.timeOrigin + (await pushed);
  await eventually('the last commit of a run', () => ended() > before);
  return { startedAt, endedAt };
}

function isEndOfRun({ call, events }: SeenCommit): boolean {
  return call.code === status.OK && events.includes('notify.committed');
}

/** The calls of the model, as the provider in the pipeline's process reports them. */
function modelCallsOf(pipeline: BenchProcess): readonly ModelCall[] {
  const calls: ModelCall[] = [];
  pipeline.onLine((text) => {
    if (text.startsWith('{"model"')) calls.push(JSON.parse(text) as ModelCall);
  });
  return calls;
}
