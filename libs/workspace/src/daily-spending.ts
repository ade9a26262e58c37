import type { Firestore } from '@google-cloud/firestore';
import type { Clock, Requester, Workspace } from '@dossier/contracts';
import { toWorkspace } from './workspace-store.ts';

/**
 * What people spend in a day (UTC), read from the workspaces of their runs: there is no counter that
 * could go wrong. A version counts for the day on which it was begun, with what it has booked so far;
 * what a run under way elsewhere has not booked yet is not seen, so a day's limit may be passed by what
 * one version may cost for each run that a person has under way at once.
 */
export class DailySpending {
  readonly #firestore: Firestore;
  readonly #clock: Clock;

  constructor(firestore: Firestore, clock: Clock) {
    this.#firestore = firestore;
    this.#clock = clock;
  }

  /** Millionths of a US dollar; of a conversation when LINE did not say who asked. */
  async today({ userId, conversationId }: Requester): Promise<number> {
    const workspaces = this.#firestore.collection('workspaces');
    const own =
      userId === undefined
        ? workspaces.where('requester.conversationId', '==', conversationId)
        : workspaces.where('requester.userId', '==', userId);
    const { docs } = await own.get();
    const day = this.#clock.now().toISOString().slice(0, 10);
    return docs
      .map((document) => toWorkspace(document.data()))
      .reduce((sum, workspace) => sum + spentOn(day, workspace), 0);
  }
}

function spentOn(day: string, workspace: Workspace | undefined): number {
  return Object.values(workspace?.versions ?? {})
    .filter(({ startedAt }) => startedAt.startsWith(day))
    .reduce((sum, { usage }) => sum + ((usage as Partial<typeof usage>).costMicroUsd ?? 0), 0);
}
