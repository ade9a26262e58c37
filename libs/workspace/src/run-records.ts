import type { Firestore, Query } from '@google-cloud/firestore';
import type { RunId, Workspace } from '@dossier/contracts';
import { toWorkspace } from './workspace-store.ts';

/** Documents read at once while looking for runs. */
const PAGE_SIZE = 100;

/** A run as a search finds it; `workspace` is undefined when its document cannot be read as one. */
export interface FoundRun {
  readonly id: string;
  readonly workspace: Workspace | undefined;
}

/** An artifact without its content. */
export interface StoredArtifact {
  readonly version: number;
  readonly name: string;
  readonly createdAt: string;
}

/**
 * Runs for operators' tools, the newest first, read in pages as far as the caller goes. Uses only
 * indexes that Firestore keeps by itself: on `createdAt` for all runs; on `requester.conversationId`
 * for those of one conversation, which are few and are put in order here (both at once would need a
 * composite index).
 */
export async function* newestRuns(
  firestore: Firestore,
  { since, conversationId }: { since?: Date | undefined; conversationId?: string | undefined } = {},
): AsyncGenerator<FoundRun> {
  const from = since?.toISOString();
  const all = firestore.collection('workspaces');
  if (conversationId !== undefined) {
    const found: FoundRun[] = [];
    const { docs } = await all.where('requester.conversationId', '==', conversationId).get();
    for (const { id, data } of docs.map((each) => ({ id: each.id, data: each.data() }))) {
      found.push({ id, workspace: readable(data) });
    }
    yield* found
      .filter(({ workspace }) => from === undefined || (workspace?.createdAt ?? '') >= from)
      .toSorted((a, b) => order(b).localeCompare(order(a)));
    return;
  }
  const newest = all.orderBy('createdAt', 'desc');
  yield* inPages(from === undefined ? newest : newest.where('createdAt', '>=', from));
}

/** Which artifacts a run has, by version and name. */
export async function artifactsOf(firestore: Firestore, runId: RunId): Promise<StoredArtifact[]> {
  const { docs } = await firestore
    .collection(`workspaces/${runId}/artifacts`)
    .select('version', 'name', 'createdAt')
    .get();
  return docs
    .map((document) => ({
      version: Number(document.get('version')),
      name: String(document.get('name')),
      createdAt: String(document.get('createdAt')),
    }))
    .toSorted((a, b) => a.version - b.version || a.createdAt.localeCompare(b.createdAt));
}

async function* inPages(query: Query): AsyncGenerator<FoundRun> {
  for (let page = query.limit(PAGE_SIZE); ;) {
    const { docs } = await page.get();
    for (const document of docs) {
      yield { id: document.id, workspace: readable(document.data()) };
    }
    const last = docs.at(-1);
    if (last === undefined || docs.length < PAGE_SIZE) return;
    page = query.startAfter(last).limit(PAGE_SIZE);
  }
}

/** One spoiled document must not hide the others from whoever looks for it. */
export function readable(data: object): Workspace | undefined {
  try {
    return toWorkspace(data);
  } catch {
    return undefined;
  }
}

function order({ id, workspace }: FoundRun): string {
  return `${workspace?.createdAt ?? ''} ${id}`;
}
