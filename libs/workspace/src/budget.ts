import {
  addUsage,
  NeedsHuman,
  NO_USAGE,
  USAGE_KINDS,
  usageBeyond,
  type CallLedger,
  type LedgerEntry,
  type OpenCall,
  type PlannedCall,
  type Usage,
} from '@dossier/contracts';

/** What a claim may spend. */
export interface Allowance {
  /** What the version has cost by the workspace. */
  readonly before: Usage;
  /** What dead attempts spent that never reached the workspace. */
  readonly lost?: Usage;
  /** What the version may cost. */
  readonly limits: Usage;
  /** What the person may still spend today, in millionths of a US dollar; absent: no limit. */
  readonly leftTodayMicroUsd?: number | undefined;
}

/** Writes entries of the ledger. */
export interface LedgerWriter {
  /** Resolves with a function that overwrites the entry, once the entry is stored. */
  open(call: PlannedCall, usage: Usage): Promise<(entry: SettledEntry) => Promise<void>>;
}
export type SettledEntry = Pick<LedgerEntry, 'usage'> & { readonly outcome: string };

/** What one claim may still spend, and what it has spent. */
export class Budget implements CallLedger {
  readonly #allowance: Allowance;
  readonly #ledger: LedgerWriter;
  #spent: Usage;

  constructor(allowance: Allowance, ledger: LedgerWriter) {
    this.#allowance = allowance;
    this.#ledger = ledger;
    this.#spent = allowance.lost ?? NO_USAGE;
  }

  /** What this claim has to book: its own spending, open reservations included, and what was lost before it. */
  get spent(): Usage {
    return this.#spent;
  }

  /**
   * Takes a query group's search before it is made.
   * @returns gives it back: for a search that ended without an answer and is made again.
   * @throws NeedsHuman `over-budget` when the version's limit would be passed; nothing is taken then.
   */
  takeSearch(): () => void {
    const search = { ...NO_USAGE, searches: 1 };
    this.#take(search);
    return () => this.#give(search);
  }

  /** Takes the most that a request to a model can cost; searches that ask together share what is left. */
  async reserve(call: PlannedCall): Promise<OpenCall> {
    // A call is one call, whether its most says so or not.
    const reserved = addUsage({ modelCalls: 1 }, { ...call.most, modelCalls: 0 });
    // Taken before the first await: another search that reserves meanwhile must see it.
    this.#take(reserved);
    let write: Awaited<ReturnType<LedgerWriter['open']>>;
    try {
      write = await this.#ledger.open(call, reserved);
    } catch (error) {
      this.#give(reserved);
      throw error;
    }
    let isOpen = true;
    return {
      settle: async (actual, outcome) => {
        if (!isOpen) return;
        isOpen = false;
        const usage = addUsage({ modelCalls: 1 }, { ...actual, modelCalls: 0 });
        this.#give(reserved);
        this.#spent = addUsage(this.#spent, usage);
        // The budget is right at once; an entry that stays open counts too much after a crash, never too little.
        await write({ usage, outcome }).catch(() => undefined);
      },
    };
  }

  #take(wanted: Partial<Usage>): void {
    const { before, limits, leftTodayMicroUsd = Number.POSITIVE_INFINITY } = this.#allowance;
    const spent = addUsage(this.#spent, wanted);
    const total = addUsage(before, spent);
    const over = USAGE_KINDS.find((kind) => (wanted[kind] ?? 0) > 0 && total[kind] > limits[kind]);
    if (over !== undefined) {
      throw new NeedsHuman('over-budget', { kind: over, limit: limits[over], wanted: total[over] });
    }
    if ((wanted.costMicroUsd ?? 0) > 0 && spent.costMicroUsd > leftTodayMicroUsd) {
      throw new NeedsHuman('over-daily-budget', {
        kind: 'costMicroUsd',
        limit: leftTodayMicroUsd,
        wanted: spent.costMicroUsd,
      });
    }
    this.#spent = spent;
  }

  #give(usage: Usage): void {
    this.#spent = usageBeyond(this.#spent, usage);
  }
}
