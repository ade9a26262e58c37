import type { Firestore } from '@google-cloud/firestore';
import { runIdOf } from '@dossier/contracts';
import { FakeGemini } from '@dossier/fake-gemini';
import { systemClock } from '@dossier/platform';
import { CallRecords, WorkspaceStore } from '@dossier/workspace';
import { eventually } from '../../support/eventually.ts';
import { BenchFailure } from '../bench-failure.ts';
import { nextWebhook, send, type Webhook } from '../load/webhooks.ts';
import type { BenchProcess } from '../processes/bench-process.ts';
import { NO_LATENCY, type CloudLatency } from '../proxy/watched-cloud.ts';
import type { GeminiRun, GeminiTimes } from '../result.ts';
import type { World } from '../world.ts';
import { CLOUD_LATENCY } from './critical-path.ts';
import { requestTimes } from './request-times.ts';

export interface GeminiPlan {
  /** The stand-in's times are multiplied by it. */
  readonly latencyScale: number;
  /** Runs that are alone, one after another. */
  readonly alone: number;
  /** More of them, with a cloud's latencies. */
  readonly delayed: number;
  /** Runs that begin together. */
  readonly atOnce: number;
}

const PROJECT = 'bench-gemini';
/** Different ones, since the same request always takes the stand-in as long. */
const QUESTIONS = [
  '台灣離岸風電的發電成本與爭議是什麼？',
  '都市電動公車汰換柴油車的進度與困難有哪些？',
  '高齡者居家照護的人力缺口如何估計？',
  '海水淡化廠的能源消耗與替代方案為何？',
  '偏鄉遠距醫療的成效有哪些證據？',
];
let questions = 0;

/** Runs with the requests of the Gemini path, alone and together, beside the same requests in sequence. */
export async function measureGemini(world: World, plan: GeminiPlan): Promise<GeminiTimes> {
  const { latencyScale } = plan;
  const gemini = await FakeGemini.start({ latencyMs: 'recorded', latencyScale });
  const firestore = world.firestore(PROJECT);
  try {
    const options = {
      ...({ kind: 'protocol', project: PROJECT, watched: true } as const),
      args: ['--configured-research'],
      environment: {
        DOSSIER_PROVIDER: 'gemini',
        GEMINI_API_KEY: gemini.apiKey,
        GEMINI_BASE_URL: gemini.url,
        DOSSIER_LINK_SECRET: 'bench-secret-that-signs-the-links',
      },
    };
    const runs = await world.withPipeline(options, (pipeline) =>
      allRuns({ world, pipeline, firestore }, plan),
    );
    return { latencyScale, runs };
  } finally {
    await Promise.all([firestore.terminate(), gemini.close()]);
  }
}

interface Surroundings {
  readonly world: World;
  readonly pipeline: BenchProcess;
  readonly firestore: Firestore;
}

async function allRuns(
  surroundings: Surroundings,
  { alone, delayed, atOnce }: GeminiPlan,
): Promise<GeminiRun[]> {
  const runs: GeminiRun[] = [];
  const round = async (what: string, count: number, latency: CloudLatency): Promise<void> => {
    surroundings.world.progress(`Gemini path: ${what}`);
    surroundings.world.watched.delay(latency);
    runs.push(...(await together(what, count, surroundings)));
  };
  for (let run = 0; run < alone; run += 1) await round('alone', 1, NO_LATENCY);
  const { firestoreMs, pubsubHopMs } = CLOUD_LATENCY;
  const slowly = `alone, Firestore ${firestoreMs} ms, hops ${pubsubHopMs} ms`;
  for (let run = 0; run < delayed; run += 1) await round(slowly, 1, CLOUD_LATENCY);
  await round(`one of ${atOnce} at once`, atOnce, NO_LATENCY);
  return runs;
}

async function together(
  what: string,
  count: number,
  surroundings: Surroundings,
): Promise<GeminiRun[]> {
  const { pipeline } = surroundings;
  const cpuBefore = pipeline.cpuMs();
  const runs = await Promise.all(
    Array.from({ length: count }, () => {
      questions += 1;
      return oneRun(nextWebhook(QUESTIONS[questions % QUESTIONS.length]), surroundings);
    }),
  );
  const cpuAfter = pipeline.cpuMs();
  const cpuMs = cpuBefore === null || cpuAfter === null ? null : (cpuAfter - cpuBefore) / count;
  return runs.map((run) => ({ what, ...run, cpuMs }));
}

async function oneRun(
  webhook: Webhook,
  { world, pipeline, firestore }: Surroundings,
): Promise<Omit<GeminiRun, 'what' | 'cpuMs'>> {
  const pushed = world.line.pushTo(webhook.userId);
  await Promise.all([send(pipeline.readyText, webhook), pushed]);
  const runId = runIdOf(webhook.webhookEventId);
  const store = new WorkspaceStore(firestore, systemClock);
  const { startedAt, endedAt, status, failure } = await eventually('the end of a run', async () => {
    const version = (await store.read(runId))?.versions['1'];
    return version?.endedAt === undefined ? undefined : { ...version, endedAt: version.endedAt };
  });
  if (status !== 'done') throw new BenchFailure(`a run ended ${status}: ${failure?.reason}`);
  const requests = await new CallRecords(firestore, systemClock).read(runId);
  const { inSequenceMs, chainMs } = requestTimes(requests);
  const wallMs = Date.parse(endedAt) - Date.parse(startedAt);
  const ratio = wallMs / inSequenceMs;
  const aboveChainMs = wallMs - chainMs;
  return { requests: requests.length, inSequenceMs, wallMs, ratio, chainMs, aboveChainMs };
}
