import type { StageName } from './pipeline.ts';
import type { Usage } from './usage.ts';

/** What a model is asked for: each tier has a model of its own in the configuration. */
export const MODEL_TIERS = ['plan', 'search', 'compare', 'write'] as const;
export type ModelTier = (typeof MODEL_TIERS)[number];

/** A request to a model before it is made. */
export interface PlannedCall {
  /** What it is for, for example `search.2` or `write.chapter.1`. */
  readonly step: string;
  readonly tier: ModelTier;
  readonly model: string;
  /** Day of the price table, `YYYY-MM-DD`. */
  readonly prices: string;
  /** The most that it can cost. */
  readonly most: Partial<Usage>;
}

/**
 * Keeps account of requests to models. An entry is durable before its request leaves, so what a dead
 * worker had under way still counts.
 */
export interface CallLedger {
  /**
   * Takes the most that the call can cost; resolves when that is stored.
   * @throws NeedsHuman `over-budget` when a limit would be passed: nothing is taken, make no call.
   */
  reserve(call: PlannedCall): Promise<OpenCall>;
}

/** A request that is paid for by now. */
export interface OpenCall {
  /**
   * Books what it did cost instead of what was reserved. `outcome` is `ok` or a stable reason code.
   * Never rejects: a reservation that stays counts as spent, which errs on the safe side.
   */
  settle(usage: Partial<Usage>, outcome: string): Promise<void>;
}

/** `workspaces/{runId}/ledger/{id}`: one request to a model. Holds no text. */
export interface LedgerEntry {
  readonly version: number;
  readonly stage: StageName;
  readonly step: string;
  readonly tier: ModelTier;
  readonly model: string;
  readonly prices: string;
  /** ISO 8601 UTC instants. */
  readonly reservedAt: string;
  readonly settledAt?: string;
  /** What counts: the most it can cost, until it is settled. */
  readonly usage: Usage;
  readonly outcome?: string;
}
