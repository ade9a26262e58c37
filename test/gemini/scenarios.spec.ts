import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { FakeGemini, SCENARIO_NAMES, type ScenarioName } from '@dossier/fake-gemini';
import { PART_NAMES } from './parts-of-work.kit.ts';
import { endOf, NEW, ResearchChain, type ChainSettings } from './research-chain.kit.ts';
import { recoversFrom } from './scenario-ends.kit.ts';
import { expectSound, refusedIn } from './sound-outcome.kit.ts';

const PAGES = ['https://energy.example.tw/geothermal', 'https://geo.example.jp/plants'];
const WAYS: readonly (readonly [string, ChainSettings])[] = [
  ['the Gemini API with a key', {}],
  ['version v1beta', { config: { apiVersion: 'v1beta' } }],
  ['Vertex AI', { config: { access: { kind: 'vertex', project: 'p', location: 'global' } } }],
  ['Vertex AI without some hosts', vertexWithout(['spam.example'])],
  ['pages of the operator alone', { sources: { grounding: 'own-sources', pages: PAGES } }],
];

let fake: FakeGemini;
let folder: string;
beforeAll(async () => {
  fake = await FakeGemini.start();
  folder = await mkdtemp(join(tmpdir(), 'chain-'));
  await writeFile(
    join(folder, 'plant.md'),
    '# 台灣地熱發電\n\n宜蘭清水地熱發電廠的裝置容量是 4.2 百萬瓦。\n\n地熱發電的成本是每度 5 元。\n',
  );
  await writeFile(
    join(folder, 'risk.md'),
    '# 地熱發電的風險\n\n酸性熱液會腐蝕地熱發電的管線。\n\n台灣地熱發電的現況仍在起步。\n',
  );
});
afterAll(async () => {
  await fake.close();
  await rm(folder, { recursive: true });
});
beforeEach(() => fake.reset());

describe('a chain that nothing disturbs', () => {
  it.each(WAYS)('makes no request that is refused, by %s', async (_, settings) => {
    await expectReports(new ResearchChain(fake, settings));
  });

  it.each([[], PAGES])('makes none with documents, and %j beside them', async (...pages) => {
    const sources = { grounding: 'own-sources', pages } as const;
    await expectReports(new ResearchChain(fake, { corpusFolder: folder, sources }));
  });

  it('makes none for any follow-up', async () => {
    const chain = new ResearchChain(fake);
    const first = await chain.run();
    for (const wish of [
      { kind: 'deepen', chapter: 2 },
      { kind: 'add-sources', languages: ['en'] },
      { kind: 'add-sources', chapter: 3, languages: ['ja'] },
      { kind: 'rewrite', chapter: 2, instruction: '短一點' },
      { kind: 'rewrite' },
      { kind: 'republish' },
      { kind: 'in-words', instruction: '我想多知道第 2 章那些事背後的來龍去脈' },
    ] as const) {
      const outcome = await chain.followUp(wish, first);
      expect(refusedIn(outcome)).toEqual([]);
      expectSound(outcome);
    }
  });
});

describe('a scenario that every part of the work meets once', () => {
  it.each(SCENARIO_NAMES)('is recovered from: %s', async (name) => {
    const parts = PART_NAMES.filter((part) => recoversFrom(name, part));
    for (const part of parts) {
      // The names are the server's own list.
      const scenario = name as ScenarioName;
      fake.play(scenario, { delayMs: 20, when: ({ task }) => task === part });
    }
    const callMs = { plan: 2_000, search: 2_000, compare: 2_000, write: 2_000 };
    const chain = new ResearchChain(fake, name === 'hang' ? { config: { callMs } } : {});
    const outcome = await chain.run();
    const played = outcome.requests.filter(({ answeredWith }) =>
      answeredWith.startsWith('scenario'),
    );
    expect(played).toHaveLength(parts.length);
    expect(endOf(outcome)).toBe('report');
    expectSound(outcome);
  });
});

async function expectReports(chain: ResearchChain): Promise<void> {
  const outcome = await chain.run({ ...NEW, searchLanguages: ['zh-TW'] });
  expect(endOf(outcome)).toBe('report');
  expect(refusedIn(outcome)).toEqual([]);
  expectSound(outcome);
}

function vertexWithout(deny: readonly string[]): ChainSettings {
  const access = { kind: 'vertex', project: 'p', location: 'global' } as const;
  return { config: { access }, sources: { deny } };
}
