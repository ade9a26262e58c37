import type { Firestore } from '@google-cloud/firestore';
import type { Workspace } from '@dossier/contracts';
import type { DayChat } from './day-chats.ts';
import { nameOf } from './day-event.ts';

const TOLD: Readonly<Record<string, string>> = { sent: 'pushed' };

/** How each version ended and was told, by its name; one line each. */
export type Ends = Readonly<Record<string, string>>;

/** The ends as the bot has stored them. */
export async function storedEnds(firestore: Firestore): Promise<Ends> {
  const { docs } = await firestore.collection('workspaces').get();
  const ends = docs.flatMap((document) => {
    // Only WorkspaceStore writes these documents.
    const { runId, versions } = document.data() as Workspace;
    return Object.entries(versions).map(([number, { status, told }]) => {
      const name = nameOf({ runId, version: Number(number) });
      return [
        name,
        `${status}, ${TOLD[told?.status ?? ''] ?? told?.status ?? 'not told'}`,
      ] as const;
    });
  });
  return Object.fromEntries(ends);
}

/** The ends as the model expects them. */
export function expectedEnds(chats: readonly DayChat[]): Ends {
  const ends = chats.flatMap(({ model }) =>
    [...model.runs.all.values()].flatMap(({ id, versions }) =>
      versions.map(({ number, state, told }) => {
        const name = nameOf({ runId: id, version: number });
        return [name, `${state}, ${told ?? 'not told'}`] as const;
      }),
    ),
  );
  return Object.fromEntries(ends);
}
