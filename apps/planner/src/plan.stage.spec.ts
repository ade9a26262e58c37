import { Retryable, type Plan } from '@dossier/contracts';
import type { Planner } from '@dossier/research';
import type { StageJob } from '@dossier/workspace';
import { PlanStage } from './plan.stage.ts';

function plannerOf(groups: number): Planner {
  const group = {
    purpose: '成本',
    query: '成本',
    language: 'zh-TW',
    sourceKind: 'document',
  } as const;
  const plan: Plan = {
    question: '地熱發電的成本',
    reportLanguage: 'zh-TW',
    searchLanguages: ['zh-TW'],
    groups: Array.from({ length: groups }, (_, index) => ({ id: `g${index + 1}`, ...group })),
    provider: 'test',
  };
  return { plan: () => Promise.resolve(plan) };
}

const job = { request: { question: '地熱發電的成本' } } as unknown as StageJob<'plan'>;

describe('PlanStage', () => {
  it.each([4, 8])('takes a plan of %d groups', async (groups) => {
    const { plan } = await new PlanStage(plannerOf(groups)).run(job);
    expect(plan.groups).toHaveLength(groups);
  });

  it.each([0, 3, 9])('refuses a plan of %d groups, whoever made it', async (groups) => {
    await expect(new PlanStage(plannerOf(groups)).run(job)).rejects.toThrow(Retryable);
  });
});
