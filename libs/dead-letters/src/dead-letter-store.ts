import {
  FieldValue,
  type CollectionReference,
  type DocumentReference,
  type Firestore,
  type Transaction,
} from '@google-cloud/firestore';
import { clearCollection } from '@dossier/workspace';
import type { DeadLetter, DeadLetterAudit } from './dead-letter.ts';
import { fromDocument, lettersAmong, stampOf, toDocument } from './dead-letter-document.ts';
import { isDeadLetterId } from './dead-letter-id.ts';
import { DeadLetterError } from './errors.ts';

/** Firestore documents end at 1 MiB; Pub/Sub messages at 10 MB. */
const CHUNK_BYTES = 512 * 1024;
const NUMBER_WIDTH = 6;

/** Fields of a record that may change after it was archived. */
export type DeadLetterPatch = Partial<
  Pick<DeadLetter, 'state' | 'closed' | 'command' | 'editedBody' | 'attributes' | 'detail'>
>;

/** Reads and writes dead letters, their bodies and their audit trails in Firestore. */
export class DeadLetterStore {
  readonly #firestore: Firestore;

  constructor(firestore: Firestore) {
    this.#firestore = firestore;
  }

  /** Runs `work` in a transaction; it may run several times. */
  transact<T>(work: (transaction: Transaction) => Promise<T>): Promise<T> {
    return this.#firestore.runTransaction(work);
  }

  /** One record. @throws DeadLetterError `not-found`, `unreadable`. */
  async read(id: string): Promise<DeadLetter> {
    return found(id, (await this.#record(id).get()).data());
  }

  /** Like `read`, inside a transaction. */
  async readWithin(transaction: Transaction, id: string): Promise<DeadLetter> {
    return found(id, (await transaction.get(this.#record(id))).data());
  }

  /** True when the record is there, in whatever state. */
  async has(id: string): Promise<boolean> {
    return (await this.#record(id).get()).exists;
  }

  /**
   * Creates a record with its body and its first audit entry; a long body is saved already. The
   * commit fails with ALREADY_EXISTS when it is there.
   */
  createWithin(
    transaction: Transaction,
    letter: DeadLetter,
    body: Uint8Array,
    first: DeadLetterAudit,
  ): void {
    const reference = this.#record(letter.id);
    if (!isLongBody(body)) {
      chunksOf(body).forEach((bytes, index) =>
        transaction.set(this.#body(letter.id).doc(numbered(index)), { bytes }),
      );
    }
    transaction.create(reference, { ...toDocument({ ...letter, auditLength: 1 }) });
    transaction.create(reference.collection('audit').doc(numbered(1)), { ...first });
  }

  /** Changes a record that this transaction has read, with an audit entry. */
  changeWithin(
    transaction: Transaction,
    letter: DeadLetter,
    patch: DeadLetterPatch,
    entry: DeadLetterAudit,
  ): void {
    const { attributes, ...fields } = patch;
    const number = letter.auditLength + 1;
    transaction.update(this.#record(letter.id), {
      ...fields,
      ...(attributes === undefined ? {} : { attributes: JSON.stringify(attributes) }),
      ...(fields.state === undefined ? {} : stampOf({ ...letter, state: fields.state })),
      auditLength: number,
    });
    const audit = this.#record(letter.id).collection('audit');
    transaction.create(audit.doc(numbered(number)), { ...entry });
  }

  /**
   * Writes a body that is too long for the record's transaction, in pieces, and before it, so that a
   * record never lacks its body. Repeatable.
   */
  async saveLongBody(id: string, body: Uint8Array): Promise<void> {
    await Promise.all(
      chunksOf(body).map((bytes, index) => this.#body(id).doc(numbered(index)).set({ bytes })),
    );
  }

  /** The body as it arrived; empty after a purge. */
  async readBody(id: string): Promise<Uint8Array> {
    const snapshot = await this.#body(id).orderBy('__name__').get();
    return Buffer.concat(snapshot.docs.map((chunk) => bytesOf(chunk.data())));
  }

  /** Deletes the body for good, also where an edit has kept it in the history. Repeatable. */
  async deleteContents(id: string): Promise<void> {
    const chunks = await this.#body(id).listDocuments();
    await Promise.all(chunks.map((chunk) => chunk.delete()));
    const edits = await this.#record(id).collection('audit').where('what', '==', 'edited').get();
    await Promise.all(edits.docs.map(({ ref }) => ref.update({ edit: FieldValue.delete() })));
  }

  /** Records that came in before then, spoiled ones too, the oldest first. */
  async receivedBefore(time: Date, limit: number): Promise<string[]> {
    const old = this.records.where('receivedAt', '<=', time.toISOString()).orderBy('receivedAt');
    return (await old.limit(limit).select().get()).docs.map(({ id }) => id);
  }

  /**
   * Deletes a record with everything below it, itself last: what a crash leaves is still in the list.
   * @returns false when it was stopped before the end.
   */
  async remove(id: string, stop: AbortSignal): Promise<boolean> {
    const record = this.records.doc(id);
    for (const collection of await record.listCollections()) {
      if (!(await clearCollection(collection, stop))) return false;
    }
    if (stop.aborted) return false;
    await record.delete();
    return true;
  }

  /** The n-th line of a record's history, counted from 1; undefined while there is none. */
  async readAuditEntry(id: string, number: number): Promise<DeadLetterAudit | undefined> {
    const entry = await this.#record(id).collection('audit').doc(numbered(number)).get();
    return entry.data() as DeadLetterAudit | undefined;
  }

  /** The whole history of a record, oldest first. */
  async readAudit(id: string): Promise<DeadLetterAudit[]> {
    const snapshot = await this.#record(id).collection('audit').orderBy('__name__').get();
    return snapshot.docs.map((entry) => entry.data() as DeadLetterAudit);
  }

  /** The records that a replay of this one ended in. */
  async successorsOf(id: string): Promise<DeadLetter[]> {
    const snapshot = await this.records.where('replayOf', '==', id).get();
    return lettersAmong(snapshot.docs).letters;
  }

  /** The records that a bulk replay has closed. */
  async closedBy(jobId: string): Promise<DeadLetter[]> {
    const snapshot = await this.records.where('closed.jobId', '==', jobId).get();
    return lettersAmong(snapshot.docs).letters;
  }

  /** The collection itself, for queries. */
  get records(): CollectionReference {
    return this.#firestore.collection('deadLetters');
  }

  #body(id: string): CollectionReference {
    return this.#record(id).collection('body');
  }

  #record(id: string): DocumentReference {
    // An id comes from a command line: a slash in it would name another collection.
    if (!isDeadLetterId(id)) throw notFound(id);
    return this.records.doc(id);
  }
}

/** True for a body that does not fit into its record's transaction. */
export function isLongBody(body: Uint8Array): boolean {
  return body.length > CHUNK_BYTES;
}

function chunksOf(body: Uint8Array): Buffer[] {
  return Array.from({ length: Math.ceil(body.length / CHUNK_BYTES) }, (_, index) =>
    Buffer.from(body.subarray(index * CHUNK_BYTES, (index + 1) * CHUNK_BYTES)),
  );
}

function numbered(number: number): string {
  return String(number).padStart(NUMBER_WIDTH, '0');
}

function found(id: string, data: object | undefined): DeadLetter {
  if (data === undefined) throw notFound(id);
  return fromDocument(id, data);
}

function notFound(id: string): DeadLetterError {
  return new DeadLetterError('not-found', `there is no dead letter ${JSON.stringify(id)}`);
}

function bytesOf(data: object): Uint8Array {
  if ('bytes' in data && data.bytes instanceof Uint8Array) return data.bytes;
  throw new Error('a piece of a dead letter body has no bytes');
}
