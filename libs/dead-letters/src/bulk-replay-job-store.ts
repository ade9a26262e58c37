import type {
  CollectionReference,
  DocumentReference,
  Firestore,
  Transaction,
} from '@google-cloud/firestore';
import type { BulkReplayJob } from './bulk-replay-job.ts';
import { DeadLetterError } from './errors.ts';

const NEWEST = 50;

/** Reads and writes the documents of bulk replays. */
export class BulkReplayJobStore {
  readonly #firestore: Firestore;

  constructor(firestore: Firestore) {
    this.#firestore = firestore;
  }

  /** Creates a job. */
  async create(job: BulkReplayJob): Promise<void> {
    await this.#document(job.jobId).create(toDocument(job));
  }

  /** One job. @throws DeadLetterError `job-not-found`. */
  async read(jobId: string): Promise<BulkReplayJob> {
    return found(jobId, (await this.#document(jobId).get()).data());
  }

  /** The newest jobs first. */
  async newest(): Promise<BulkReplayJob[]> {
    const snapshot = await this.#jobs.orderBy('startedAt', 'desc').limit(NEWEST).get();
    return snapshot.docs.map((document) => fromDocument(document.data()));
  }

  /** Jobs that ended before then, the longest ago first; one that a crash has left running is none of them. */
  async endedBefore(time: Date, limit: number): Promise<string[]> {
    const old = this.#jobs.where('endedAt', '<=', time.toISOString()).orderBy('endedAt');
    return (await old.limit(limit).select().get()).docs.map(({ id }) => id);
  }

  /** Deletes a job for good. */
  async remove(jobId: string): Promise<void> {
    await this.#jobs.doc(jobId).delete();
  }

  /** Changes a job in a transaction. `decide` may run several times; null changes nothing. */
  change(
    jobId: string,
    decide: (job: BulkReplayJob) => Partial<BulkReplayJob> | null,
  ): Promise<BulkReplayJob> {
    return this.#firestore.runTransaction(async (transaction: Transaction) => {
      const reference = this.#document(jobId);
      const job = found(jobId, (await transaction.get(reference)).data());
      const change = decide(job);
      if (change === null) return job;
      const changed = { ...job, ...change };
      transaction.set(reference, toDocument(changed));
      return changed;
    });
  }

  #document(jobId: string): DocumentReference {
    if (!/^[\w-]{1,64}$/.test(jobId)) throw notFound(jobId);
    return this.#jobs.doc(jobId);
  }

  get #jobs(): CollectionReference {
    return this.#firestore.collection('deadLetterJobs');
  }
}

/** Filter and options as JSON text: Firestore refuses the undefined fields that they may have. */
function toDocument({ filter, options, ...job }: BulkReplayJob): Record<string, unknown> {
  return { ...job, filter: JSON.stringify(filter), options: JSON.stringify(options) };
}

function fromDocument(data: object): BulkReplayJob {
  const missing = ['jobId', 'state', 'filter', 'options', 'counts', 'driver'].filter(
    (field) => !(field in data),
  );
  if (missing.length > 0) throw new Error(`job document lacks ${missing.join(', ')}`);
  const job = data as Omit<BulkReplayJob, 'filter' | 'options'> &
    Record<'filter' | 'options', string>;
  return {
    ...job,
    filter: JSON.parse(job.filter) as BulkReplayJob['filter'],
    options: JSON.parse(job.options) as BulkReplayJob['options'],
  };
}

function found(jobId: string, data: object | undefined): BulkReplayJob {
  if (data === undefined) throw notFound(jobId);
  return fromDocument(data);
}

function notFound(jobId: string): DeadLetterError {
  return new DeadLetterError('job-not-found', `there is no bulk replay ${JSON.stringify(jobId)}`);
}
