import { Permanent, Retryable } from '@dossier/contracts';
import { aBase, aPlanner, proposal } from './planning.builder.ts';

const FURTHER = {
  groups: [proposal('鑽井 費用 地質', 'zh-TW'), proposal('well cost curve', 'en')],
};

describe('planning a follow-up', () => {
  it('keeps the groups of its base and adds its own, aimed at the chapter', async () => {
    const base = aBase();
    const planner = aPlanner({ groups: [...FURTHER.groups, proposal('地熱井 掘削費', 'ja')] });
    const plan = await planner.further(
      { kind: 'deepen', chapter: 3, instruction: '要有地質' },
      base,
    );
    expect(plan.groups.slice(0, 4)).toEqual(base.plan.groups);
    expect(plan.groups.slice(4).map(({ id, query }) => `${id} ${query}`)).toEqual([
      'g5 鑽井 費用 地質',
      'g6 well cost curve',
      'g7 地熱井 掘削費',
    ]);
    expect(planner.asked).toHaveLength(1);
    for (const part of ['成本', '要有地質', '地熱發電 現況']) {
      expect(planner.asked[0]?.prompt).toContain(part);
    }
    expect(plan).not.toHaveProperty('wish');
  });

  it('searches in the languages that are wished for only, and in each of them', async () => {
    const planner = aPlanner(FURTHER, FURTHER);
    const { groups } = await planner.further({ kind: 'add-sources', languages: ['ja'] });
    expect(groups.slice(4).map(({ language }) => language)).toEqual(['ja']);
  });

  it('makes no search again that its base has made', async () => {
    const again = { groups: [proposal('地熱發電現況'), proposal('Geothermal risks!', 'en')] };
    const base = aBase();
    const { groups } = await aPlanner(again, again).further({ kind: 'deepen', chapter: 3 }, base);
    const queries = groups.map(({ query, language }) => `${language} ${query}`);
    expect(new Set(queries).size).toBe(groups.length);
    expect(groups.slice(4).map(({ query }) => query)).toEqual(['成本', '成本', '成本']);
  });

  it('finds a further search however many were made by rule before', async () => {
    let base = aBase();
    for (let round = 0; round < 8; round += 1) {
      const planner = aPlanner({ groups: [] }, { groups: [] });
      const plan = await planner.further({ kind: 'add-sources', languages: ['en'] }, base);
      expect(plan.groups).toHaveLength(base.plan.groups.length + 1);
      base = aBase(plan.groups);
    }
    expect(new Set(base.plan.groups.map(({ query }) => query)).size).toBe(12);
  });

  it.each([1, 5, 9])('says no-such-chapter without a call for chapter %i', async (chapter) => {
    const planner = aPlanner();
    const plan = planner.further({ kind: 'deepen', chapter });
    await expect(plan).rejects.toMatchObject({ name: 'Permanent', reason: 'no-such-chapter' });
    expect(planner.asked).toEqual([]);
  });

  it('does not inherit the wish that its base came of', async () => {
    const made = aBase();
    const base = { ...made, plan: { ...made.plan, wish: { kind: 'rewrite' as const } } };
    const plan = await aPlanner(FURTHER, FURTHER).further({ kind: 'deepen', chapter: 2 }, base);
    expect(plan).not.toHaveProperty('wish');
    expect(plan.groups.length).toBeGreaterThan(4);
  });
});

describe('a follow-up in words', () => {
  it('costs no call of its own when a rule is sure', async () => {
    const planner = aPlanner(FURTHER, FURTHER);
    const plan = await planner.further({ kind: 'in-words', instruction: '深入第三章，補英文來源' });
    expect(plan.wish).toEqual({
      kind: 'deepen',
      chapter: 3,
      languages: ['en'],
      instruction: '深入第三章，補英文來源',
    });
    expect(planner.asked.map(({ step }) => step)).toEqual(['plan']);
    expect(plan.groups.slice(4).map(({ language }) => language)).toEqual(['en']);
  });

  it('searches for nothing when other words or a new page are wished for', async () => {
    for (const instruction of ['改寫得口語一點', '重新發布']) {
      const planner = aPlanner();
      const { groups } = await planner.further({ kind: 'in-words', instruction });
      expect(groups).toEqual(aBase().plan.groups);
      expect(planner.asked).toEqual([]);
    }
  });

  it('asks a model once when no rule is sure, however often the stage is tried', async () => {
    const answer = { kind: 'deepen', chapter: '成本', languages: ['ja', 'tlh'] };
    const planner = aPlanner(answer, FURTHER, FURTHER);
    const wish = { kind: 'in-words', instruction: '錢的部分多講一點' } as const;
    const plan = await planner.further(wish);
    expect(plan.wish).toEqual({ ...wish, kind: 'deepen', chapter: 3, languages: ['ja'] });
    await planner.further(wish);
    expect(planner.asked.map(({ step }) => step)).toEqual(['plan.wish', 'plan', 'plan']);
    expect(planner.asked[0]?.prompt).toContain('3. 成本');
  });

  it.each([
    [{ kind: 'deepen', chapter: 9 }, 'no-such-chapter'],
    [{ kind: 'rewrite', chapter: '火星' }, 'no-such-chapter'],
    [{ kind: 'deepen', error: 'chapter_not_found_chapter_not_found' }, 'no-such-chapter'],
    [{ kind: 'chapter_not_found', chapter: 2 }, 'no-such-chapter'],
    [{ error: 'chapter_not_found_chapter_not_found' }, 'no-such-chapter'],
    [{ kind: 7, error: ['?'] }, 'unclear-wish'],
    [{ kind: 'deepen', chapter: 2, error: 'kaputt' }, 'unclear-wish'],
    [{ kind: 'deepen' }, 'unclear-wish'],
    [{ kind: 'unclear' }, 'unclear-wish'],
    [{ kind: 'run_shell', chapter: { $gt: 1 }, languages: 7 }, 'unclear-wish'],
  ])('ends with a clear reason whatever the model answers: %j', async (answer, reason) => {
    const planner = aPlanner(answer);
    const plan = planner.further({ kind: 'in-words', instruction: '那個部分怪怪的' });
    await expect(plan).rejects.toMatchObject({ name: 'Permanent', reason });
    expect(planner.asked).toHaveLength(1);
  });

  it('is unclear when the model cannot or may not read it, and tried again when it is busy', async () => {
    const wish = { kind: 'in-words', instruction: '那個部分怪怪的' } as const;
    await expect(aPlanner([], []).further(wish)).rejects.toMatchObject({ reason: 'unclear-wish' });
    const refused = aPlanner(new Permanent('model-refused')).further(wish);
    await expect(refused).rejects.toMatchObject({ reason: 'unclear-wish' });
    const busy = aPlanner(new Retryable('model-timeout')).further(wish);
    await expect(busy).rejects.toMatchObject({ reason: 'model-timeout' });
  });
});
