import { FakeGemini, type FakeGeminiOptions, type SeenRequest } from '@dossier/fake-gemini';
import type { RunId, RunKey } from '@dossier/contracts';
import { FollowUps } from '../e2e/follow-up.kit.ts';
import { startLocalCloud, type Asked } from '../e2e/local-cloud.kit.ts';
import { startServicesInOneProcess } from '../e2e/services-in-one-process.kit.ts';

const LINK_SECRET = 'a-secret-that-signs-links-in-tests';

/** All six services on the embedded cloud and a stand-in for Gemini, in the test's process. */
export async function startGeminiWorld(
  options: FakeGeminiOptions = {},
  environment: Readonly<Record<string, string>> = {},
) {
  const gemini = await FakeGemini.start(options);
  const cloud = await startLocalCloud();
  const settings = cloud.settings({
    DOSSIER_PROVIDER: 'gemini',
    GEMINI_API_KEY: gemini.apiKey,
    GEMINI_BASE_URL: gemini.url,
    DOSSIER_LINK_SECRET: LINK_SECRET,
    ...environment,
  });
  const services = await startServicesInOneProcess(settings);
  const followUps = new FollowUps(cloud);
  return {
    gemini,
    cloud,
    services,
    followUps,
    /** A run whose first report is there. */
    async reported(question: string): Promise<Asked> {
      const asked = await cloud.ask(services.url, question);
      const { versions } = await cloud.endOf(asked.runId);
      const { status, failure } = versions['1'] ?? {};
      if (status !== 'done') throw new Error(`ended ${status}: ${JSON.stringify(failure)}`);
      return asked;
    },
    /** The requests made since, by what they were for; refused ones have the rule that refused them. */
    async requestsDuring(work: () => Promise<unknown>): Promise<readonly SeenRequest[]> {
      const before = gemini.requests.length;
      await work();
      return gemini.requests.slice(before);
    },
    reportOf: (runId: RunId, version: number) => followUps.read({ runId, version }, 'report'),
    evidenceOf: (key: RunKey) => followUps.read(key, 'evidence'),
    async close(): Promise<void> {
      await followUps.close();
      await services.close();
      await cloud.close();
      await gemini.close();
    },
  };
}

/** How often each task was asked for. */
export function countTasks(requests: readonly SeenRequest[]): Readonly<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const { task } of requests) counts[task] = (counts[task] ?? 0) + 1;
  return counts;
}
