import { status } from '@grpc/grpc-js';
import type { Settings } from '@dossier/platform';
import { startLocalCloud, type LocalCloud } from '../e2e/local-cloud.kit.ts';
import { startServicesInOneProcess } from '../e2e/services-in-one-process.kit.ts';
import { refused, type FaultPlan } from '../faults/proxy/fault.ts';
import { commitFactsOf } from '../faults/proxy/wire-messages.ts';
import { strangersOf } from './talk.kit.ts';

/** Name of the bot in mentions, as the stand-in knows it. */
export const BOT = '@Dossier';

/** Decides which commits the store refuses, by the names of the documents that they write. */
export type Refuses = (documents: readonly string[]) => boolean;

/** Starts all services in this process. */
export type Start = (settings: Settings) => Promise<{ url: string; close(): Promise<void> }>;

/** All services, a strict stand-in for LINE, and people who have not written yet. */
export async function startLineWorld(start: Start = startServicesInOneProcess) {
  let refuses: Refuses = () => false;
  const plan: FaultPlan = {
    unary: (call) => {
      const documents = commitFactsOf(call)?.documents;
      return documents !== undefined && refuses(documents)
        ? refused(status.UNAVAILABLE)
        : undefined;
    },
  };
  const cloud = await startLocalCloud(plan);
  const services = await start(cloud.settings());
  cloud.line.webhookUrl = `${services.url}/line/webhook`;
  return {
    cloud,
    line: cloud.line,
    services,
    ...strangersOf(cloud),
    /** From now on the store refuses these commits; without an argument none. */
    refuseCommits(which: Refuses = () => false): void {
      refuses = which;
    },
    runsOf: (to: string) => countRuns(cloud, to),
    async close(): Promise<void> {
      await services.close();
      await cloud.close();
    },
  };
}

export type LineWorld = Awaited<ReturnType<typeof startLineWorld>>;

async function countRuns({ firestore }: LocalCloud, to: string): Promise<number> {
  const runs = await firestore.collection('workspaces').where('requester.to', '==', to).get();
  return runs.size;
}
