import { Firestore } from '@google-cloud/firestore';
import {
  commandFor,
  runIdOf,
  TIMING_PROFILES,
  type ResearchRequest,
  type RunId,
  type StageCommand,
} from '@dossier/contracts';
import { startFirestore } from '@dossier/embedded';
import { readSettings } from '@dossier/platform';
import { decideBurial, openRun, WorkspaceStore } from '@dossier/workspace';

const T0 = Date.parse('2026-12-01T06:00:00.000Z');

/**
 * Runs in the embedded Firestore, read by the real client, for specs. Only the indexes that Firestore
 * keeps by itself are there: a query that needs another is refused, as on Google Cloud.
 */
export async function startRunsInAStore() {
  const timings = TIMING_PROFILES.test;
  const server = await startFirestore({ indexes: [] });
  const firestore = new Firestore({ projectId: 'runs', host: server.address, ssl: false });
  const clock = { now: () => new Date(T0), sleep: () => Promise.resolve() };
  const store = new WorkspaceStore(firestore, clock);
  const published: StageCommand[] = [];
  let opened = 0;
  let tokens = 0;
  return {
    firestore,
    store,
    clock,
    timings,
    settings: readSettings({ DOSSIER_LINK_SECRET: 's'.repeat(32) }),
    published,
    commands: {
      publish: (command: StageCommand): Promise<void> => {
        published.push(command);
        return Promise.resolve();
      },
    },
    ids: { next: () => `token-${++tokens}` },

    /** A run asked `minutesAgo`, waiting for its plan. */
    async open(minutesAgo: number, userId = 'U1', question = '地熱發電的成本'): Promise<RunId> {
      const runId = runIdOf(`run-${++opened}`);
      const requester = { conversationId: `user:${userId}`, to: userId };
      const request: ResearchRequest = {
        kind: 'new',
        question,
        reportLanguage: 'zh-TW',
        searchLanguages: ['zh-TW'],
      };
      const at = new Date(T0 - minutesAgo * 60_000);
      await store.change(runId, () => openRun({ runId, requester, request }, at, timings));
      return runId;
    },

    /** Fails a run's plan, as the archiver does with a dead letter. */
    async fail(runId: RunId): Promise<void> {
      const command = commandFor({ runId, version: 1 }, 'plan');
      await store.change(runId, (workspace) =>
        decideBurial(workspace, command, 'delivery-attempts-exhausted', clock.now(), timings),
      );
    },

    /** Copies of a run under other ids, asked a second apart before it. */
    async copy(runId: RunId, count: number): Promise<void> {
      const original = (await firestore.doc(`workspaces/${runId}`).get()).data();
      const batch = firestore.batch();
      for (let n = 1; n <= count; n += 1) {
        const id = runIdOf(`copy-${n}`);
        const createdAt = new Date(T0 - n * 1_000).toISOString();
        batch.set(firestore.doc(`workspaces/${id}`), { ...original, runId: id, createdAt });
      }
      await batch.commit();
    },

    async close(): Promise<void> {
      await firestore.terminate();
      await server.close();
    },
  };
}

export type RunsInAStore = Awaited<ReturnType<typeof startRunsInAStore>>;
