import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PLAN_GROUPS, type Language } from '@dossier/contracts';
import { DEMO_CORPUS_FOLDER } from '../demo-corpus-folder.ts';
import { pathsOf, research, testContext, withFolder } from './corpus-folder.builder.ts';
import { createLocalCorpus } from './create-local-corpus.ts';

function planFor(folder: string, question: string, searchLanguages: readonly Language[]) {
  const { planner } = createLocalCorpus({ folder });
  return planner.plan(
    { kind: 'new', question, reportLanguage: 'zh-TW', searchLanguages },
    testContext(),
  );
}

describe('LocalCorpusPlanner', () => {
  it.each<[Language[]]>([[['zh-TW']], [['ja']], [['en', 'zh-TW']], [['zh-TW', 'ja', 'en']], [[]]])(
    'plans four to eight groups, numbered, for %j',
    async (languages) => {
      const { groups } = await planFor(DEMO_CORPUS_FOLDER, '地熱發電的成本', languages);
      expect(groups.length).toBeGreaterThanOrEqual(PLAN_GROUPS.min);
      expect(groups.length).toBeLessThanOrEqual(PLAN_GROUPS.max);
      expect(groups.map(({ id }) => id)).toEqual(groups.map((_, index) => `g${index + 1}`));
    },
  );

  it('gives the same plan again', async () => {
    const [first, second] = await Promise.all(
      [1, 2].map(() => planFor(DEMO_CORPUS_FOLDER, '綠屋頂能降溫嗎', ['zh-TW', 'ja', 'en'])),
    );
    expect(second).toEqual(first);
  });

  it('translates its query as far as glossaries go, in the shapes of each language', async () => {
    const { groups } = await planFor(DEMO_CORPUS_FOLDER, '地熱發電廠的成本', ['zh-TW', 'ja', 'en']);
    expect(groups.find(({ language }) => language === 'ja')?.query).toMatch(/地熱 発電所 コスト/u);
    expect(groups.find(({ language }) => language === 'en')?.query).toMatch(
      /geothermal power plant/u,
    );
  });

  it.each(['', ' ', '？？？', '\u0000', '😀'.repeat(3_000), '字'.repeat(20_000)])(
    'plans something even for an odd question',
    async (question) => {
      const { groups } = await planFor(DEMO_CORPUS_FOLDER, question, ['zh-TW', 'ja', 'en']);
      expect(groups.length).toBeGreaterThanOrEqual(PLAN_GROUPS.min);
    },
  );

  it('says corpus-empty for a folder that is missing or holds nothing readable', () =>
    withFolder({ 'a.pdf': 'x', 'b.md': '' }, async (folder) => {
      for (const path of [folder, join(folder, 'missing')]) {
        await expect(planFor(path, '問題', ['zh-TW'])).rejects.toMatchObject({
          name: 'Permanent',
          reason: 'corpus-empty',
        });
      }
    }));

  it('stops when its time is over', async () => {
    const { planner } = createLocalCorpus({ folder: DEMO_CORPUS_FOLDER });
    const request = {
      kind: 'new',
      question: '地熱',
      reportLanguage: 'zh-TW',
      searchLanguages: [],
    } as const;
    await expect(planner.plan(request, testContext(AbortSignal.abort()))).rejects.toThrow(
      /abort/iu,
    );
    await expect(planner.plan(request, testContext())).resolves.toBeDefined();
  });
});

describe('a folder that changes', () => {
  it('is read again by the next run', () =>
    withFolder({ 'a.md': '換電站的建置成本約為 180 萬元。' }, async (folder) => {
      const provider = createLocalCorpus({ folder });
      expect(pathsOf((await research(provider, '換電站的建置成本')).evidence)).toEqual(['a.md']);
      await writeFile(join(folder, 'b.md'), '換電站的建置成本其實要 260 萬元。');
      expect(pathsOf((await research(provider, '換電站的建置成本')).evidence).sort()).toEqual([
        'a.md',
        'b.md',
      ]);
    }));
});
