import type { Firestore } from '@google-cloud/firestore';
import type { Clock, Requester, RunKey, Workspace } from '@dossier/contracts';
import { CallRecords } from './call-records.ts';
import { readable } from './run-records.ts';

/**
 * What people spend in a day (UTC), read from the workspaces and ledgers of their runs: there is no
 * counter that could go wrong. A version counts for the day on which it was begun. Its ledger counts, too:
 * an attempt that is still at work, or whose version was given up under it, has booked nothing. What
 * other runs reserve after this look is not seen, so runs at the same time may together pass a limit.
 */
export class DailySpending {
  readonly #firestore: Firestore;
  readonly #clock: Clock;
  readonly #calls: CallRecords;

  constructor(firestore: Firestore, clock: Clock) {
    this.#firestore = firestore;
    this.#clock = clock;
    this.#calls = new CallRecords(firestore, clock);
  }

  /**
   * Millionths of a US dollar; of a conversation when LINE did not say who asked. Of `asking` only what is
   * booked: the budget of whoever asks counts the rest.
   */
  async today({ userId, conversationId }: Requester, asking?: RunKey): Promise<number> {
    const workspaces = this.#firestore.collection('workspaces');
    const own =
      userId === undefined
        ? workspaces.where('requester.conversationId', '==', conversationId)
        : workspaces.where('requester.userId', '==', userId);
    const { docs } = await own.get();
    const day = this.#clock.now().toISOString().slice(0, 10);
    const versions = docs.flatMap((document) => versionsOf(day, readable(document.data())));
    const costs = await Promise.all(
      versions.map(async ({ key, booked }) => {
        if (key.runId === asking?.runId && key.version === asking.version) return booked;
        return Math.max(booked, (await this.#calls.spentOn(key)).costMicroUsd);
      }),
    );
    return costs.reduce((sum, cost) => sum + cost, 0);
  }
}

/** The versions that were begun on a day, with the money that each has booked. */
function versionsOf(
  day: string,
  workspace: Workspace | undefined,
): readonly { readonly key: RunKey; readonly booked: number }[] {
  if (workspace === undefined) return [];
  const { runId, versions } = workspace;
  return Object.entries(versions)
    .filter(([, { startedAt }]) => startedAt.startsWith(day))
    .map(([version, { usage }]) => ({
      key: { runId, version: Number(version) },
      booked: (usage as Partial<typeof usage>).costMicroUsd ?? 0,
    }));
}
