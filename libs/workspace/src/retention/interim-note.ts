import type { CollectionReference, Firestore } from '@google-cloud/firestore';
import type { RunKey } from '@dossier/contracts';

/**
 * `interimResults/{runId}.{version}`: a version was written, so what it was made of may go. The note
 * spares the sweep a walk over all runs.
 */
export interface InterimNote extends RunKey {
  /** When the sweep looks at it next; ISO 8601 UTC. */
  readonly lookAt: string;
}

export function interimNotes(firestore: Firestore): CollectionReference {
  return firestore.collection('interimResults');
}

export function interimNoteIdOf({ runId, version }: RunKey): string {
  return `${runId}.${version}`;
}
