import {
  FieldPath,
  type CollectionReference,
  type DocumentData,
  type DocumentReference,
  type Firestore,
  type QueryDocumentSnapshot,
} from '@google-cloud/firestore';
import { isRunId, type RunId, type Timings, type Workspace } from '@dossier/contracts';
import { toWorkspace } from '../workspace-store.ts';
import { clearCollection } from './clear-collection.ts';
import { isOver } from './is-over.ts';
import { removeEach } from './remove-each.ts';
import type { Removal, RetentionRule } from './retention-rule.ts';

/** Old workspaces looked at in one step, whether they go or stay. */
const PAGE_SIZE = 100;

/**
 * Removes the pages of a run that is gone; repeatable.
 * @returns false when it was stopped before the end.
 */
export type PageRemoval = (runId: RunId, stop: AbortSignal) => Promise<boolean>;

/**
 * Removes the workspaces of runs that are over, with their artifacts, ledgers and audit trails, and with
 * those pages that `removePages` takes.
 *
 * The document goes first, in a transaction that leaves a note in `workspaceRemains`: a follow-up that
 * comes at the same time finds the whole run or none, never one without its artifacts. The note is
 * deleted last, so what a crash leaves is found by the next step.
 *
 * Runs that stay although they are old (still waiting for a person, or taken up again) would be read
 * each time. So `retention/workspaces` remembers how far the walk has come: a step reads one page, and
 * each run that stays is read once in a walk over all.
 */
export class WorkspaceRetention implements RetentionRule {
  readonly name = 'workspaces';
  readonly #firestore: Firestore;
  readonly #retentionMs: number;
  readonly #removePages: PageRemoval | undefined;

  constructor(firestore: Firestore, { global }: Timings, removePages?: PageRemoval) {
    this.#firestore = firestore;
    this.#retentionMs = global.workspaceRetentionMs;
    this.#removePages = removePages;
  }

  async remove(now: Date, stop: AbortSignal): Promise<Removal> {
    const before = new Date(now.getTime() - this.#retentionMs);
    let removed = 0;
    const clear = async (id: string): Promise<void> => {
      if (await this.#clear(id, stop)) removed += 1;
    };
    const remains = await this.#remains.limit(PAGE_SIZE).select().get();
    const cleared = await removeEach(remains.docs, stop, ({ id }) => clear(id));
    if (stop.aborted) return { removed, more: true };
    const from = (await this.#place.get()).data();
    const page = await this.#pageAfter(from, before);
    const walked = await removeEach(page, stop, async (document) => {
      if (await this.#take(document, before)) await clear(document.id);
    });
    // Also past what failed, else one spoiled document would hold up all that come after it.
    if (walked.complete && !stop.aborted) await this.#remember(page, from);
    const errors = [...cleared.errors, ...walked.errors];
    if (errors.length > 0) throw errors[0];
    const more = [remains.size, page.length].includes(PAGE_SIZE) || stop.aborted;
    return { removed, more };
  }

  /** The next old workspaces in order of their beginning. */
  async #pageAfter(from: DocumentData | undefined, before: Date): Promise<QueryDocumentSnapshot[]> {
    const old = this.#firestore
      .collection('workspaces')
      .where('createdAt', '<=', before.toISOString())
      .orderBy('createdAt')
      .orderBy(FieldPath.documentId())
      .limit(PAGE_SIZE);
    const next = from === undefined ? old : old.startAfter(from['createdAt'], from['id']);
    return (await next.get()).docs;
  }

  /** After the last page the walk begins anew. Where nothing is old, nothing is written. */
  async #remember(
    page: readonly QueryDocumentSnapshot[],
    from: DocumentData | undefined,
  ): Promise<void> {
    const last = page.length < PAGE_SIZE ? undefined : page.at(-1);
    if (last !== undefined) {
      await this.#place.set({ createdAt: String(last.get('createdAt')), id: last.id });
    } else if (from !== undefined) await this.#place.delete();
  }

  /** Deletes the document of a run that is over, and leaves a note. @returns false when it stays. */
  async #take(seen: QueryDocumentSnapshot, before: Date): Promise<boolean> {
    if (!isOldAndOver(seen.data(), before)) return false;
    return this.#firestore.runTransaction(async (transaction) => {
      const workspace = (await transaction.get(seen.ref)).data();
      if (workspace === undefined || !isOldAndOver(workspace, before)) return false;
      transaction.delete(seen.ref);
      transaction.set(this.#remains.doc(seen.id), { createdAt: String(seen.get('createdAt')) });
      return true;
    });
  }

  /** Deletes everything below a workspace that is gone, then the note. @returns false when it was stopped. */
  async #clear(id: string, stop: AbortSignal): Promise<boolean> {
    const workspace = this.#firestore.collection('workspaces').doc(id);
    for (const collection of await workspace.listCollections()) {
      if (!(await clearCollection(collection, stop))) return false;
    }
    if (!(await this.#clearPages(id, stop)) || stop.aborted) return false;
    await this.#remains.doc(id).delete();
    return true;
  }

  async #clearPages(id: string, stop: AbortSignal): Promise<boolean> {
    if (this.#removePages === undefined || !isRunId(id)) return true;
    return !stop.aborted && (await this.#removePages(id, stop));
  }

  get #remains(): CollectionReference {
    return this.#firestore.collection('workspaceRemains');
  }

  get #place(): DocumentReference {
    return this.#firestore.collection('retention').doc('workspaces');
  }
}

/** A document that is no workspace stays: nobody can tell whether its run is over. */
function isOldAndOver(data: object, before: Date): boolean {
  let workspace: Workspace | undefined;
  try {
    workspace = toWorkspace(data);
  } catch {
    return false;
  }
  return workspace !== undefined && isOver(workspace, before);
}
