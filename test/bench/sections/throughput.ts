import { closedLoop, type LoadResult, type LoadStep } from '../load/closed-loop.ts';
import { loadWebhook } from '../load/webhook-load.ts';
import { COMMIT_ONLY_PATH, nextWebhook, send, WEBHOOK_PATH } from '../load/webhooks.ts';
import { BenchFailure } from '../bench-failure.ts';
import type { BenchProcess } from '../processes/bench-process.ts';
import type { Throughput, WebhookLoad, Webhooks } from '../result.ts';
import type { World } from '../world.ts';

/** How hard the webhook is pressed. */
export interface WebhookPressure {
  readonly connections: number;
  readonly seconds: number;
}

/** The loads at which both pipelines run. */
export interface ThroughputPlan {
  readonly warmUp: LoadStep;
  readonly steps: readonly LoadStep[];
}

const WARM_UP_SECONDS = 0.5;

/** The pipeline with instant research and the bare one, one after the other, at the same loads. */
export function measureThroughput(world: World, plan: ThroughputPlan): Promise<Throughput> {
  const pipelines = [
    { kind: 'protocol', project: 'bench-protocol' },
    { kind: 'bare', project: 'bench-bare' },
  ] as const;
  return world.withPipelines(pipelines, async ([ours, limit]) => {
    const protocol = await pipelineRuns(world, ours, plan);
    const bare = await pipelineRuns(world, limit, plan);
    const ratio = protocol.map((each, i) => each.runsPerSecond / (bare[i]?.runsPerSecond ?? NaN));
    return { protocol, bare, ratio };
  });
}

async function pipelineRuns(
  world: World,
  pipeline: BenchProcess | undefined,
  { warmUp, steps }: ThroughputPlan,
): Promise<LoadResult[]> {
  if (pipeline === undefined) throw new BenchFailure('no pipeline was started');
  const run = async (): Promise<void> => {
    const webhook = nextWebhook();
    const pushed = world.line.pushTo(webhook.userId);
    await Promise.all([send(pipeline.readyText, webhook), pushed]);
  };
  const cpuMs = (): number | null => pipeline.cpuMs();
  await closedLoop(warmUp, run, cpuMs);
  const results: LoadResult[] = [];
  for (const step of steps) {
    world.progress(`${pipeline.name}, ${step.inFlight} in flight`);
    results.push(await closedLoop(step, run, cpuMs));
  }
  return results;
}

/** The ingress service without workers (its commands wait in their topic), and the bare route. */
export function measureWebhook(world: World, pressure: WebhookPressure): Promise<Webhooks> {
  const press = async (address: string): Promise<WebhookLoad> => {
    await loadWebhook(address, { ...pressure, seconds: WARM_UP_SECONDS });
    return loadWebhook(address, pressure);
  };
  const pipelines = [
    { kind: 'protocol', project: 'bench-webhook', args: ['--services', 'ingress'] },
    { kind: 'bare', project: 'bench-webhook' },
  ] as const;
  return world.withPipelines(pipelines, async ([ours, limit]) => {
    world.progress(`webhook of the ingress, ${pressure.seconds} s`);
    const ingress = await press(`${ours?.readyText}${WEBHOOK_PATH}`);
    world.progress(`bare webhook, ${pressure.seconds} s`);
    const bare = await press(`${limit?.readyText}${COMMIT_ONLY_PATH}`);
    const ratio = ingress.requestsPerSecond / bare.requestsPerSecond;
    return { connections: pressure.connections, ingress, bare, ratio };
  });
}
