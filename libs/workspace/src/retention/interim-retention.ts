import {
  FieldPath,
  type DocumentReference,
  type Firestore,
  type Query,
  type QueryDocumentSnapshot,
} from '@google-cloud/firestore';
import { isEnded, type Workspace } from '@dossier/contracts';
import { toWorkspace } from '../workspace-store.ts';
import { clearCollection } from './clear-collection.ts';
import { interimNotes } from './interim-note.ts';
import { removeEach } from './remove-each.ts';
import type { Removal, RetentionRule } from './retention-rule.ts';

const PAGE_SIZE = 100;
/** Less than the time between two sweeps, so that each of them looks at what was not over yet. */
const LOOK_AGAIN_MS = 30 * 60 * 1_000;
/** What a stage saves on its way. Plan, evidence and report stay: follow-ups go on from them. */
const INTERIM = ['search.', 'step.'];
/** After every character that a name can have. */
const LAST = '\uf8ff';

/**
 * Removes the interim results of versions that are written and over: checkpoints of searches and of a
 * provider's steps. Before that they stay, since a crash or a resumption goes on from them.
 */
export class InterimRetention implements RetentionRule {
  readonly name = 'interimResults';
  readonly #firestore: Firestore;

  constructor(firestore: Firestore) {
    this.#firestore = firestore;
  }

  async remove(now: Date, stop: AbortSignal): Promise<Removal> {
    const { docs } = await interimNotes(this.#firestore)
      .where('lookAt', '<=', now.toISOString())
      .orderBy('lookAt')
      .limit(PAGE_SIZE)
      .get();
    let removed = 0;
    const { complete, errors } = await removeEach(docs, stop, async (note) => {
      if (await this.#look(note, now, stop)) removed += 1;
    });
    if (errors.length > 0) throw errors[0];
    return { removed, more: !complete || docs.length === PAGE_SIZE };
  }

  /** @returns whether a version's interim results are gone now. */
  async #look(note: QueryDocumentSnapshot, now: Date, stop: AbortSignal): Promise<boolean> {
    const workspace = this.#firestore.collection('workspaces').doc(String(note.get('runId')));
    const version = String(note.get('version'));
    const found = (await workspace.get()).data();
    // With its workspace everything below goes anyway.
    if (found === undefined) return this.#forget(note, stop);
    if (!isWrittenAndOver(found, version)) {
      const lookAt = new Date(now.getTime() + LOOK_AGAIN_MS).toISOString();
      if (!stop.aborted) await note.ref.set({ ...note.data(), lookAt });
      return false;
    }
    for (const each of interimOf(workspace, version)) {
      if (!(await clearCollection(each, stop))) return false;
    }
    // Last: what a crash leaves is found by the next sweep.
    await this.#forget(note, stop);
    return true;
  }

  async #forget(note: QueryDocumentSnapshot, stop: AbortSignal): Promise<false> {
    if (!stop.aborted) await note.ref.delete();
    return false;
  }
}

function interimOf(workspace: DocumentReference, version: string): Query[] {
  return INTERIM.map((kind) =>
    workspace
      .collection('artifacts')
      .orderBy(FieldPath.documentId())
      .startAt(`${version}.${kind}`)
      .endAt(`${version}.${kind}${LAST}`),
  );
}

/** A document that is no workspace tells nothing, so everything below it stays. */
function isWrittenAndOver(data: object, number: string): boolean {
  let workspace: Workspace | undefined;
  try {
    workspace = toWorkspace(data);
  } catch {
    return false;
  }
  const version = workspace?.versions[number];
  return (
    version !== undefined && isEnded(version.status) && version.stages.write?.status === 'done'
  );
}
