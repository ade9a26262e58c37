import { closedLoop, type LoadResult, type LoadStep } from '../load/closed-loop.ts';
import { loadWebhook } from '../load/webhook-load.ts';
import { COMMIT_ONLY_PATH, nextWebhook, send, WEBHOOK_PATH } from '../load/webhooks.ts';
import type { PipelineKind } from '../processes/start-pipeline.ts';
import type { Throughput, WebhookLoad, Webhooks } from '../result.ts';
import type { World } from '../world.ts';

/** How hard the webhook is pressed. */
export interface WebhookPressure {
  readonly connections: number;
  readonly seconds: number;
}

const WARM_UP: LoadStep = { inFlight: 4, runs: 12, maxMs: 5_000 };
const WARM_UP_SECONDS = 0.5;

/** The pipeline with instant research and the bare one, one after the other, at the same loads. */
export async function measureThroughput(
  world: World,
  steps: readonly LoadStep[],
): Promise<Throughput> {
  const protocol = await pipelineRuns(world, 'protocol', steps);
  const bare = await pipelineRuns(world, 'bare', steps);
  const ratio = protocol.map((ours, i) => ours.runsPerSecond / (bare[i]?.runsPerSecond ?? NaN));
  return { protocol, bare, ratio };
}

function pipelineRuns(
  world: World,
  kind: PipelineKind,
  steps: readonly LoadStep[],
): Promise<LoadResult[]> {
  return world.withPipeline({ kind, project: `bench-${kind}` }, async (pipeline) => {
    const run = async (): Promise<void> => {
      const webhook = nextWebhook();
      const pushed = world.line.pushTo(webhook.userId);
      await Promise.all([send(pipeline.readyText, webhook), pushed]);
    };
    const cpuMs = (): number | null => pipeline.cpuMs();
    await closedLoop(WARM_UP, run, cpuMs);
    const results: LoadResult[] = [];
    for (const step of steps) {
      world.progress(`${kind} pipeline, ${step.inFlight} in flight`);
      results.push(await closedLoop(step, run, cpuMs));
    }
    return results;
  });
}

/** The ingress service without workers (its commands wait in their topic), and the bare route. */
export async function measureWebhook(world: World, pressure: WebhookPressure): Promise<Webhooks> {
  const press = async (url: string, path: string): Promise<WebhookLoad> => {
    await loadWebhook(`${url}${path}`, { ...pressure, seconds: WARM_UP_SECONDS });
    return loadWebhook(`${url}${path}`, pressure);
  };
  world.progress(`webhook of the ingress, ${pressure.seconds} s`);
  const ingress = await world.withPipeline(
    { kind: 'protocol', project: 'bench-webhook', args: ['--services', 'ingress'] },
    ({ readyText }) => press(readyText, WEBHOOK_PATH),
  );
  world.progress(`bare webhook, ${pressure.seconds} s`);
  const bare = await world.withPipeline({ kind: 'bare', project: 'bench-webhook' }, (service) =>
    press(service.readyText, COMMIT_ONLY_PATH),
  );
  const ratio = ingress.requestsPerSecond / bare.requestsPerSecond;
  return { connections: pressure.connections, ingress, bare, ratio };
}
