import { NeedsHuman, NO_USAGE, type PlannedCall, type Usage } from '@dossier/contracts';
import { Budget, type Allowance, type LedgerWriter, type SettledEntry } from './budget.ts';

const limits: Usage = {
  searches: 4,
  modelCalls: 10,
  searchQueries: 20,
  inputTokens: 10_000,
  toolTokens: 10_000,
  outputTokens: 10_000,
  thoughtTokens: 10_000,
  costMicroUsd: 1_000,
};

/** A ledger in memory, whose writes can be kept waiting. */
class PaperLedger implements LedgerWriter {
  readonly entries: { step: string; usage: Usage; outcome?: string }[] = [];
  gate: Promise<void> = Promise.resolve();

  async open(call: PlannedCall, usage: Usage) {
    await this.gate;
    const at = this.entries.push({ step: call.step, usage }) - 1;
    return (settled: SettledEntry) => {
      this.entries[at] = { step: call.step, ...settled };
      return Promise.resolve();
    };
  }
}

function aCall(most: Partial<Usage>, step = 'search.g1'): PlannedCall {
  return { step, tier: 'search', model: 'm', prices: '2026-12-01', most };
}

function aBudget(allowance: Partial<Allowance> = {}) {
  const ledger = new PaperLedger();
  return { ledger, budget: new Budget({ before: NO_USAGE, limits, ...allowance }, ledger) };
}

describe('Budget', () => {
  it('takes the most that a call can cost before it is made, and books what it did cost after', async () => {
    const { budget, ledger } = aBudget();
    const open = await budget.reserve(aCall({ costMicroUsd: 600, outputTokens: 500 }));
    expect(budget.spent).toMatchObject({ modelCalls: 1, costMicroUsd: 600, outputTokens: 500 });
    expect(ledger.entries).toMatchObject([{ usage: { costMicroUsd: 600 } }]);
    await open.settle({ costMicroUsd: 40, outputTokens: 30 }, 'ok');
    expect(budget.spent).toMatchObject({ modelCalls: 1, costMicroUsd: 40, outputTokens: 30 });
    expect(ledger.entries).toMatchObject([{ usage: { costMicroUsd: 40 }, outcome: 'ok' }]);
  });

  it('refuses a call that could pass a limit, and then takes nothing and writes nothing', async () => {
    const { budget, ledger } = aBudget({ before: { ...NO_USAGE, costMicroUsd: 500 } });
    const refused = budget.reserve(aCall({ costMicroUsd: 501 }));
    await expect(refused).rejects.toMatchObject({
      name: 'NeedsHuman',
      reason: 'over-budget',
      details: { kind: 'costMicroUsd', limit: 1_000, wanted: 1_001 },
    });
    expect(budget.spent).toEqual(NO_USAGE);
    expect(ledger.entries).toEqual([]);
  });

  it('lets calls that reserve at once share what is left, however slowly the ledger is written', async () => {
    const { budget, ledger } = aBudget();
    const gate = Promise.withResolvers<void>();
    ledger.gate = gate.promise;
    const calls = Array.from({ length: 8 }, () => budget.reserve(aCall({ costMicroUsd: 300 })));
    gate.resolve();
    const ends = await Promise.allSettled(calls);
    expect(ends.filter(({ status }) => status === 'fulfilled')).toHaveLength(3);
    expect(budget.spent).toMatchObject({ modelCalls: 3, costMicroUsd: 900 });
  });

  it('gives a reservation back whose entry could not be stored: its call is not made', async () => {
    const { budget, ledger } = aBudget();
    ledger.gate = Promise.reject(new Error('unavailable'));
    await expect(budget.reserve(aCall({ costMicroUsd: 900 }))).rejects.toThrow('unavailable');
    ledger.gate = Promise.resolve();
    await expect(budget.reserve(aCall({ costMicroUsd: 900 }))).resolves.toBeDefined();
  });

  it('settles once, and keeps the call itself counted when it cost nothing', async () => {
    const { budget } = aBudget();
    const open = await budget.reserve(aCall({ costMicroUsd: 900 }));
    await open.settle({}, 'model-overloaded');
    await open.settle({ costMicroUsd: 900 }, 'ok');
    expect(budget.spent).toEqual({ ...NO_USAGE, modelCalls: 1 });
  });

  it('lets nothing more be spent once an answer has cost more than was reserved', async () => {
    const { budget } = aBudget();
    const open = await budget.reserve(aCall({ searchQueries: 5 }));
    await open.settle({ searchQueries: 40 }, 'ok');
    await expect(budget.reserve(aCall({ searchQueries: 1 }))).rejects.toBeInstanceOf(NeedsHuman);
  });

  it('books what dead attempts had spent, and counts it against the limits', async () => {
    const lost = { ...NO_USAGE, modelCalls: 2, costMicroUsd: 800 };
    const { budget } = aBudget({ lost });
    expect(budget.spent).toEqual(lost);
    await expect(budget.reserve(aCall({ costMicroUsd: 201 }))).rejects.toBeInstanceOf(NeedsHuman);
  });

  it("stops at what a person may still spend today, below the version's own limit", async () => {
    const { budget } = aBudget({ leftTodayMicroUsd: 100 });
    await (await budget.reserve(aCall({ costMicroUsd: 90 }))).settle({ costMicroUsd: 60 }, 'ok');
    await expect(budget.reserve(aCall({ costMicroUsd: 41 }))).rejects.toMatchObject({
      reason: 'over-daily-budget',
    });
    await expect(budget.reserve(aCall({ costMicroUsd: 40 }))).resolves.toBeDefined();
  });

  it('counts query groups by themselves', () => {
    const { budget } = aBudget();
    for (let search = 0; search < limits.searches; search += 1) budget.takeSearch();
    expect(() => budget.takeSearch()).toThrow(NeedsHuman);
    expect(budget.spent).toEqual({ ...NO_USAGE, searches: 4 });
  });

  it('takes nothing for query groups that are given back, however often an outage repeats them', () => {
    const { budget } = aBudget();
    for (let attempt = 0; attempt <= limits.searches; attempt += 1) budget.takeSearch()();
    expect(budget.spent).toEqual(NO_USAGE);
  });
});
