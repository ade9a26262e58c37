import type { CollectionReference, Firestore } from '@google-cloud/firestore';
import {
  addUsage,
  NO_USAGE,
  type Clock,
  type LedgerEntry,
  type PlannedCall,
  type RunId,
  type RunKey,
  type StageName,
  type Usage,
} from '@dossier/contracts';
import type { LedgerWriter } from './budget.ts';

const FENCE_WIDTH = 6;
const CALL_WIDTH = 3;

/** The claim that makes requests: its fencing number names their entries. */
export interface Caller {
  readonly key: RunKey;
  readonly stage: StageName;
  readonly fence: number;
}

/** The ledger: `workspaces/{runId}/ledger/{fence}-{n}`, one entry for each request to a model. */
export class CallRecords {
  readonly #firestore: Firestore;
  readonly #clock: Clock;

  constructor(firestore: Firestore, clock: Clock) {
    this.#firestore = firestore;
    this.#clock = clock;
  }

  /** Writes the entries of one claim. */
  writerOf({ key, stage, fence }: Caller): LedgerWriter {
    let calls = 0;
    return {
      open: async ({ step, tier, model, prices }: PlannedCall, usage: Usage) => {
        calls += 1;
        const number = String(calls).padStart(CALL_WIDTH, '0');
        const id = `${String(fence).padStart(FENCE_WIDTH, '0')}-${number}`;
        const reservedAt = this.#clock.now().toISOString();
        const about = { version: key.version, stage, step, tier, model, prices, reservedAt };
        const entry = this.#entries(key.runId).doc(id);
        await entry.set({ ...about, usage } satisfies LedgerEntry);
        return async (settled) => {
          const settledAt = this.#clock.now().toISOString();
          await entry.set({ ...about, ...settled, settledAt } satisfies LedgerEntry);
        };
      },
    };
  }

  /** The entries of a run, in the order in which they were begun by each claim. */
  async read(runId: RunId): Promise<LedgerEntry[]> {
    const { docs } = await this.#entries(runId).orderBy('__name__').get();
    // Only this class writes these documents.
    return docs.map((document) => document.data() as LedgerEntry);
  }

  /** What all requests for a version have cost, open ones at their most. */
  async spentOn({ runId, version }: RunKey): Promise<Usage> {
    const entries = (await this.read(runId)).filter((entry) => entry.version === version);
    return entries.reduce((sum, { usage }) => addUsage(sum, usage), NO_USAGE);
  }

  #entries(runId: RunId): CollectionReference {
    return this.#firestore.collection(`workspaces/${runId}/ledger`);
  }
}
