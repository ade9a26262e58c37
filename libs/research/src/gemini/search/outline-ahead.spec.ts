import { Retryable, type BaseVersion, type Evidence } from '@dossier/contracts';
import type { ModelGateway, StructuredCall } from '../gateway/model-gateway.ts';
import {
  ferryEvidence,
  ferryPlan,
  goodStructure,
  KeptSteps,
  writingContext,
} from '../write/scripted-model.builder.ts';
import { GeminiSearcher } from './gemini-searcher.ts';
import { rules } from './searching.builder.ts';

/** What each search of the plan found of the sources of the evidence. */
function findingsOf({ sources }: Evidence) {
  return ferryPlan().groups.map(({ id }) => ({
    groupId: id,
    sources: sources
      .map((source) => ({
        ...source,
        extracts: source.extracts.filter(({ groups }) => groups.includes(id)),
      }))
      .filter(({ extracts }) => extracts.length > 0),
  }));
}

const NOTHING = { agreements: [], divergences: [], gaps: [] };

/** A model for structured calls alone, each answered when `answer` says so. */
function searcherThat(answer: (step: string) => Promise<unknown>) {
  const asked: string[] = [];
  const gateway = {
    structured: (call: StructuredCall<object>) => {
      asked.push(call.step);
      return answer(call.step);
    },
  } as unknown as ModelGateway;
  const searcher = new GeminiSearcher({ gateway, sources: rules() });
  return { asked, searcher };
}

const good = (step: string): Promise<unknown> =>
  Promise.resolve(step === 'compare' ? NOTHING : goodStructure({ step }));

describe('comparing', () => {
  const plan = ferryPlan();
  const findings = findingsOf(ferryEvidence());

  it('has the outline made meanwhile: neither waits for the other', async () => {
    const both = Promise.withResolvers<void>();
    const { asked, searcher } = searcherThat(async (step) => {
      if (asked.length === 2) both.resolve();
      await both.promise;
      return good(step);
    });
    const steps = new KeptSteps();
    await searcher.compare(plan, findings, writingContext({ steps }));
    expect(asked.toSorted()).toEqual(['compare', 'write.outline']);
  });

  it('ends with the outline, which would be paid for and not kept otherwise', async () => {
    const compared = Promise.withResolvers<void>();
    class TellingSteps extends KeptSteps {
      override save(name: string, content: unknown): Promise<unknown> {
        if (name.startsWith('compare.')) compared.resolve();
        return super.save(name, content);
      }
    }
    const { searcher } = searcherThat(async (step) => {
      if (step === 'write.outline') {
        await compared.promise;
        await new Promise((resolve) => setImmediate(resolve));
      }
      return good(step);
    });
    const steps = new TellingSteps();
    await searcher.compare(plan, findings, writingContext({ steps }));
    expect([...steps.saved.keys()].map((name) => name.replace(/\.[0-9a-f]{12}$/u, ''))).toEqual([
      'compare',
      'write.outline',
    ]);
  });

  it('goes well without an outline: whoever writes asks for it again', async () => {
    const { searcher } = searcherThat((step) =>
      step === 'compare' ? good(step) : Promise.reject(new Retryable('model-overloaded')),
    );
    const evidence = await searcher.compare(plan, findings, writingContext({}));
    expect(evidence.sources.length).toBeGreaterThan(1);
  });

  it('plans no chapters for a follow-up, whose report has them', async () => {
    const { asked, searcher } = searcherThat(good);
    const evidence = ferryEvidence();
    const base = { version: 1, plan, evidence, report: { chapters: [] } } as unknown as BaseVersion;
    await searcher.compare(plan, findings, { ...writingContext({}), base });
    expect(asked).not.toContain('write.outline');
  });
});
