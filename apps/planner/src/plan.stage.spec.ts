import { Retryable, type BaseVersion, type Plan, type QueryGroup } from '@dossier/contracts';
import type { Planner } from '@dossier/research';
import type { StageJob } from '@dossier/workspace';
import { PlanStage } from './plan.stage.ts';

function group(id: string): QueryGroup {
  return { id, purpose: '成本', query: '成本', language: 'zh-TW', sourceKind: 'document' };
}

function planOf(...ids: readonly string[]): Plan {
  return {
    question: '地熱發電的成本',
    reportLanguage: 'zh-TW',
    searchLanguages: ['zh-TW'],
    groups: ids.map(group),
    provider: 'test',
  };
}

const numbered = (count: number): string[] =>
  Array.from({ length: count }, (_, index) => `g${index + 1}`);
const plannerOf = (...ids: readonly string[]): Planner => ({
  plan: () => Promise.resolve(planOf(...ids)),
});

const request = { kind: 'new', question: '地熱發電的成本' };
const job = { request } as unknown as StageJob<'plan'>;

describe('PlanStage', () => {
  it.each([4, 8])('takes a plan of %d groups', async (groups) => {
    const { plan } = await new PlanStage(plannerOf(...numbered(groups))).run(job);
    expect(plan.groups).toHaveLength(groups);
  });

  it.each([0, 3, 9])('refuses a plan of %d groups, whoever made it', async (groups) => {
    const run = new PlanStage(plannerOf(...numbered(groups))).run(job);
    await expect(run).rejects.toThrow(Retryable);
  });

  describe('of a follow-up', () => {
    const base = { version: 1, plan: planOf(...numbered(6)) } as unknown as BaseVersion;
    const wished = (kind: string) =>
      ({ ...job, base, request: { ...request, kind } }) as unknown as StageJob<'plan'>;
    const followUp = wished('deepen');

    it.each([1, 4])('takes %d groups beyond those of its base', async (further) => {
      const { plan } = await new PlanStage(plannerOf(...numbered(6 + further))).run(followUp);
      expect(plan.groups).toHaveLength(6 + further);
    });

    it.each([
      ['none beyond its base’s', numbered(6)],
      ['too many beyond its base’s', numbered(11)],
      ['not all of its base’s', [...numbered(5), 'g7', 'g8']],
      ['two of one name', [...numbered(6), 'g1']],
    ])('refuses a plan with %s', async (_what, ids) => {
      const run = new PlanStage(plannerOf(...ids)).run(followUp);
      await expect(run).rejects.toMatchObject({ name: 'Retryable', reason: 'bad-plan' });
    });

    it('takes no further groups when a wish in words came to a rewriting, and some when it did not', async () => {
      const rewriting = { ...planOf(...numbered(6)), wish: { kind: 'rewrite' } } as const;
      const planner: Planner = { plan: () => Promise.resolve(rewriting) };
      await expect(new PlanStage(planner).run(wished('in-words'))).resolves.toEqual({
        plan: rewriting,
      });
      // A wish that an older version was made of is none of this one's.
      await expect(new PlanStage(planner).run(wished('deepen'))).rejects.toThrow(Retryable);
    });

    it('tells the planner what is wished and what it goes on from', async () => {
      let told: unknown;
      const planner: Planner = {
        plan: (_request, context) => {
          told = context;
          return Promise.resolve(planOf(...numbered(7)));
        },
      };
      await new PlanStage(planner).run(followUp);
      expect(told).toMatchObject({ request: followUp.request, base });
    });
  });
});
