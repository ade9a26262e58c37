import { FakeGemini, SCENARIO_NAMES, type ScenarioName } from '@dossier/fake-gemini';
import { KeptWork } from './kept-work.kit.ts';
import { PART_NAMES, PARTS } from './parts-of-work.kit.ts';
import { endOf, ResearchChain } from './research-chain.kit.ts';
import { endForEver } from './scenario-ends.kit.ts';
import { expectSound, mostRequests } from './sound-outcome.kit.ts';

/** Requests of a call that fails every time (facts/research.md 3.4; the gateway's own limit). */
const MOST_TRIES = 4;

let fake: FakeGemini;
const whole = new KeptWork();
beforeAll(async () => {
  fake = await FakeGemini.start();
  await new ResearchChain(fake).run(undefined, { kept: whole });
});
afterAll(() => fake.close());

describe('a scenario that one part of the work meets for ever', () => {
  it.each(SCENARIO_NAMES)('ends as is documented: %s', async (name) => {
    const callMs = { plan: 300, search: 300, compare: 300, write: 300 };
    const settings = name === 'hang' ? { config: { callMs } } : {};
    for (const part of PART_NAMES) {
      fake.reset();
      // The names are the server's own list.
      const scenario = name as ScenarioName;
      const when = ({ task }: { task: string }) => task === part || task.startsWith(`${part}-`);
      fake.play(scenario, { times: Infinity, delayMs: 20, when });
      const kept = whole.without(PARTS[part]);
      const outcome = await new ResearchChain(fake, settings).run(undefined, { kept });
      expect(`${part} ${endOf(outcome)}`).toBe(`${part} ${endForEver(name, part)}`);
      expectSound(outcome);
      const most = endOf(outcome) === 'report' ? mostRequests(outcome) : MOST_TRIES;
      expect(outcome.requests.length).toBeLessThanOrEqual(most);
    }
  });
});
