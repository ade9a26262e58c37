import type { DocumentReference, Firestore, Transaction } from '@google-cloud/firestore';
import {
  isRunId,
  type AuditEntry,
  type Clock,
  type RunId,
  type RunKey,
  type Workspace,
} from '@dossier/contracts';
import {
  artifactIdOf,
  fromArtifactDocument,
  toArtifactDocument,
  type AnyArtifactName,
  type ArtifactContents,
  type ArtifactDocument,
} from './artifact-document.ts';
import { assertDocumentFits } from './document-size.ts';
import { interimNoteIdOf, interimNotes, type InterimNote } from './retention/interim-note.ts';
import type { Change } from './transitions/change.ts';

const ALREADY_EXISTS = 6;
const NUMBER_WIDTH = 6;

/** Contents to create together with a workspace change. */
export type NewArtifacts = Partial<{ readonly [N in AnyArtifactName]: ArtifactContents[N] }>;

export interface ChangeOptions<T> {
  readonly artifacts?: NewArtifacts;
  /**
   * Looks for this change in a workspace read after an error. A failed commit never proves that
   * nothing was written (the answer may have been lost), so the caller says how to recognise it.
   */
  readonly applied?: (workspace: Workspace) => T | undefined;
}

/** A place in the order of what is due. */
export interface DueCursor {
  readonly wakeAt: string;
  readonly id: string;
}

/** Workspaces that are due, and where the next ones begin; `next` is undefined at the end. */
export interface DuePage {
  readonly runIds: readonly RunId[];
  readonly next: DueCursor | undefined;
}

/** Reads and writes workspaces, their artifacts and their audit trail in Firestore. */
export class WorkspaceStore {
  readonly #firestore: Firestore;
  readonly #clock: Clock;
  readonly #notesInterim: boolean;

  /** @param options whether a version that is written leaves a note for `InterimRetention`. */
  constructor(firestore: Firestore, clock: Clock, options: { notesInterim?: boolean } = {}) {
    this.#firestore = firestore;
    this.#clock = clock;
    this.#notesInterim = options.notesInterim ?? false;
  }

  /** The workspace of a run, or undefined when there is none. */
  async read(runId: RunId): Promise<Workspace | undefined> {
    return toWorkspace((await this.#workspace(runId).get()).data());
  }

  /** Like `read`, inside a transaction that the caller runs. */
  async readWithin(transaction: Transaction, runId: RunId): Promise<Workspace | undefined> {
    return toWorkspace((await transaction.get(this.#workspace(runId))).data());
  }

  /**
   * One transaction: reads the workspace, lets `decide` choose (it may run several times), writes
   * the new state with its audit entries and artifacts.
   * @throws Permanent `document-too-large`; otherwise the client's error when the outcome is not in
   * the store afterwards.
   */
  async change<T>(
    runId: RunId,
    decide: (workspace: Workspace | undefined) => Change<T>,
    options: ChangeOptions<T> = {},
  ): Promise<T> {
    try {
      return await this.#firestore.runTransaction((transaction) =>
        this.changeWithin(transaction, runId, decide, options.artifacts),
      );
    } catch (error) {
      const found = options.applied && (await this.#lookBack(runId, error));
      const result = found && options.applied?.(found);
      if (result === undefined) throw error;
      return result;
    }
  }

  /** Like `change`, inside a transaction that the caller runs. Reads before it writes. */
  async changeWithin<T>(
    transaction: Transaction,
    runId: RunId,
    decide: (workspace: Workspace | undefined) => Change<T>,
    artifacts: NewArtifacts = {},
  ): Promise<T> {
    const change = decide(await this.readWithin(transaction, runId));
    this.writeWithin(transaction, change, artifacts);
    return change.result;
  }

  /** Several workspaces inside a transaction that the caller runs, by run id; unknown ones are left out. */
  async readAllWithin(
    transaction: Transaction,
    runIds: readonly RunId[],
  ): Promise<Map<RunId, Workspace>> {
    if (runIds.length === 0) return new Map();
    const snapshots = await transaction.getAll(...runIds.map((runId) => this.#workspace(runId)));
    const found = snapshots.flatMap((snapshot) => toWorkspace(snapshot.data()) ?? []);
    return new Map(found.map((workspace) => [workspace.runId, workspace]));
  }

  /** Writes a change whose workspace was read in the same transaction; nothing may be read after it. */
  writeWithin(
    transaction: Transaction,
    { workspace, audit = [] }: Change<unknown>,
    artifacts: NewArtifacts = {},
  ): void {
    if (workspace === undefined) return;
    const reference = this.#workspace(workspace.runId);
    const after = { ...workspace, auditLength: workspace.auditLength + audit.length };
    assertDocumentFits(reference.path, after);
    transaction.set(reference, after);
    this.#writeAudit(transaction, reference, workspace.auditLength, audit);
    const newest = { runId: workspace.runId, version: workspace.version };
    for (const [name, content] of artifactEntries(artifacts)) {
      const artifact = reference.collection('artifacts').doc(artifactIdOf(newest, name));
      const document = toArtifactDocument(newest, name, content, this.#clock.now());
      assertDocumentFits(artifact.path, document);
      transaction.create(artifact, { ...document });
    }
    if (this.#notesInterim && artifacts.report !== undefined)
      this.#noteInterim(transaction, newest);
  }

  /** One artifact, or undefined when it has not been created. */
  async readArtifact<N extends AnyArtifactName>(
    key: RunKey,
    name: N,
  ): Promise<ArtifactContents[N] | undefined> {
    const snapshot = await this.#artifact(key, name).get();
    const data = snapshot.data();
    return data === undefined ? undefined : fromArtifactDocument<N>(toArtifact(data));
  }

  /**
   * Creates an artifact outside a commit (a checkpoint). If it exists, whoever wrote it first wins.
   * @returns the content that is stored now.
   */
  async createArtifact<N extends AnyArtifactName>(
    key: RunKey,
    name: N,
    content: ArtifactContents[N],
  ): Promise<ArtifactContents[N]> {
    const reference = this.#artifact(key, name);
    const document = toArtifactDocument(key, name, content, this.#clock.now());
    assertDocumentFits(reference.path, document);
    try {
      await reference.create({ ...document });
      return content;
    } catch (error) {
      if (!isAlreadyExists(error)) throw error;
      const stored = await this.readArtifact(key, name);
      if (stored === undefined) throw error;
      return stored;
    }
  }

  /** The whole audit trail of a run, oldest first. */
  async readAudit(runId: RunId): Promise<AuditEntry[]> {
    const snapshot = await this.#workspace(runId).collection('audit').orderBy('__name__').get();
    return snapshot.docs.map((document) => document.data() as AuditEntry);
  }

  /**
   * One page of the workspaces whose timer has run out, the longest overdue first. `after` is the
   * `next` of the page before, so that a reader gets past workspaces that stay overdue.
   */
  async due(now: Date, limit: number, after?: DueCursor): Promise<DuePage> {
    const overdue = this.#firestore
      .collection('workspaces')
      .where('wakeAt', '<=', now.toISOString())
      .orderBy('wakeAt')
      .orderBy('__name__')
      // One more than asked for tells whether there is another page.
      .limit(limit + 1)
      .select('wakeAt');
    const page = after === undefined ? overdue : overdue.startAfter(after.wakeAt, after.id);
    const { docs } = await page.get();
    const last = docs.length > limit ? docs[limit - 1] : undefined;
    return {
      runIds: docs
        .slice(0, limit)
        .map(({ id }) => id)
        .filter(isRunId),
      next: last && { wakeAt: String(last.get('wakeAt')), id: last.id },
    };
  }

  /** Calls back with every new state of a run's workspace until the returned function is called. */
  watch(
    runId: RunId,
    onChange: (workspace: Workspace) => void,
    onError: (error: Error) => void,
  ): () => void {
    return this.#workspace(runId).onSnapshot((snapshot) => {
      const workspace = toWorkspace(snapshot.data());
      if (workspace !== undefined) onChange(workspace);
    }, onError);
  }

  async #lookBack(runId: RunId, failure: unknown): Promise<Workspace | undefined> {
    try {
      return await this.read(runId);
    } catch {
      // The store cannot even be read: the first failure says more than this one.
      throw failure;
    }
  }

  #writeAudit(
    transaction: Transaction,
    workspace: DocumentReference,
    length: number,
    audit: readonly AuditEntry[],
  ): void {
    audit.forEach((entry, index) => {
      const number = String(length + index + 1).padStart(NUMBER_WIDTH, '0');
      transaction.create(workspace.collection('audit').doc(number), { ...entry });
    });
  }

  #noteInterim(transaction: Transaction, key: RunKey): void {
    const note: InterimNote = { ...key, lookAt: this.#clock.now().toISOString() };
    transaction.set(interimNotes(this.#firestore).doc(interimNoteIdOf(key)), note);
  }

  #workspace(runId: RunId): DocumentReference {
    return this.#firestore.collection('workspaces').doc(runId);
  }

  #artifact(key: RunKey, name: AnyArtifactName): DocumentReference {
    return this.#workspace(key.runId).collection('artifacts').doc(artifactIdOf(key, name));
  }
}

function artifactEntries(
  artifacts: NewArtifacts,
): [AnyArtifactName, ArtifactContents[AnyArtifactName]][] {
  return Object.entries(artifacts) as [AnyArtifactName, ArtifactContents[AnyArtifactName]][];
}

/**
 * Only this class writes these documents; a foreign shape is told apart before it is trusted.
 * @throws Error naming what is missing.
 */
export function toWorkspace(data: object | undefined): Workspace | undefined {
  if (data === undefined) return undefined;
  const known = ['runId', 'requester', 'version', 'versions', 'outbox', 'fence', 'auditLength'];
  const missing = known.filter((field) => !(field in data));
  if (missing.length > 0) throw new Error(`workspace document lacks ${missing.join(', ')}`);
  return data as Workspace;
}

function toArtifact(data: object): ArtifactDocument {
  if (!('content' in data && 'sha256' in data)) throw new Error('artifact document has no content');
  return data as ArtifactDocument;
}

function isAlreadyExists(error: unknown): boolean {
  return (
    typeof error === 'object' && error !== null && 'code' in error && error.code === ALREADY_EXISTS
  );
}
