import {
  addUsage,
  NeedsHuman,
  NO_USAGE,
  usageBeyond,
  type CallLedger,
  type OpenCall,
  type PlannedCall,
  type Usage,
} from '@dossier/contracts';

/** Probing costs cents; a mistake of ours must not cost dollars. */
const MOST_CALLS = 40;
const MOST_MICRO_USD = 2_000_000;

/** Keeps account of the requests of one probe, in memory. */
export class ProbeLedger implements CallLedger {
  #usage: Usage = NO_USAGE;

  get usage(): Usage {
    return this.#usage;
  }

  /** @throws NeedsHuman `over-budget` */
  reserve({ most }: PlannedCall): Promise<OpenCall> {
    const reserved = addUsage({ modelCalls: 1 }, { ...most, modelCalls: 0 });
    const total = addUsage(this.#usage, reserved);
    if (total.modelCalls > MOST_CALLS || total.costMicroUsd > MOST_MICRO_USD) {
      return Promise.reject(new NeedsHuman('over-budget', { limit: MOST_MICRO_USD }));
    }
    this.#usage = total;
    return Promise.resolve({
      settle: (actual) => {
        const booked = addUsage({ modelCalls: 1 }, { ...actual, modelCalls: 0 });
        this.#usage = addUsage(usageBeyond(this.#usage, reserved), booked);
        return Promise.resolve();
      },
    });
  }
}
