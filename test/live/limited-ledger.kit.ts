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

/** Keeps account of requests in memory, and refuses those that could pass its limits. */
export class LimitedLedger implements CallLedger {
  readonly #limits: Pick<Usage, 'modelCalls' | 'costMicroUsd'>;
  #usage: Usage = NO_USAGE;

  constructor(limits: Pick<Usage, 'modelCalls' | 'costMicroUsd'>) {
    this.#limits = limits;
  }

  get usage(): Usage {
    return this.#usage;
  }

  /** @throws NeedsHuman `over-budget` */
  reserve({ most }: PlannedCall): Promise<OpenCall> {
    const reserved = addUsage({ modelCalls: 1 }, { ...most, modelCalls: 0 });
    const total = addUsage(this.#usage, reserved);
    if (
      total.modelCalls > this.#limits.modelCalls ||
      total.costMicroUsd > this.#limits.costMicroUsd
    ) {
      return Promise.reject(new NeedsHuman('over-budget', this.#limits));
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
