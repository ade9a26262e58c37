import { extractIndex, type RunId } from '@dossier/contracts';
import { CallRecords } from '@dossier/workspace';
import { systemClock } from '@dossier/platform';
import { changedChapters, ofVersion } from '../e2e/follow-up.kit.ts';
import { countTasks, startGeminiWorld } from './gemini-world.kit.ts';

const QUESTION = '台灣離岸風電的發電成本與爭議是什麼？';

type World = Awaited<ReturnType<typeof startGeminiWorld>>;
let world: World;
beforeAll(async () => {
  world = await startGeminiWorld();
});
afterAll(() => world.close());

const firstTheme = async (runId: RunId): Promise<number> =>
  (await world.reportOf(runId, 1)).chapters.findIndex(({ kind }) => kind === 'theme') + 1;

/** Every extract of a version under its key, as text. */
async function extractsOf(runId: RunId, version: number): Promise<ReadonlyMap<string, string>> {
  const evidence = await world.evidenceOf({ runId, version });
  const entries = [...extractIndex(evidence)].map(
    ([key, { source, extract }]) => [key, JSON.stringify([source.location, extract])] as const,
  );
  return new Map(entries);
}

describe('a question that Gemini researches', () => {
  it('becomes a cited report behind a signed link, with no request that Gemini would refuse', async () => {
    let runId: RunId | undefined;
    const requests = await world.requestsDuring(async () => {
      const asked = await world.reported(QUESTION);
      runId = asked.runId;
      const { pushes } = await world.cloud.finalStateOf(asked);
      expect(pushes).toHaveLength(1);
      expect(JSON.stringify(pushes)).toMatch(/report\.html\?exp=\d+&sig=/);
    });
    if (runId === undefined) throw new Error('no run');
    expect(requests.filter(({ answeredWith }) => answeredWith !== 'answer')).toEqual([]);
    const key = { runId, version: 1 };
    const plan = await world.followUps.read(key, 'plan');
    const evidence = await world.evidenceOf(key);
    expect(plan.groups.length).toBeGreaterThanOrEqual(4);
    expect(countTasks(requests)).toMatchObject({ plan: 1, search: plan.groups.length, compare: 1 });
    expect(evidence.sources.length).toBeGreaterThan(3);
    expect(evidence.searchSuggestions?.length).toBeGreaterThan(0);
    for (const { extract } of extractIndex(evidence).values()) {
      expect(extract).toMatchObject({ wording: 'grounded' });
    }
  });

  it('never shows a web address to the model that writes', async () => {
    const requests = await world.requestsDuring(() => world.reported(`${QUESTION}（網址）`));
    const writing = requests.filter(({ task }) => !['plan', 'search'].includes(task));
    expect(writing.length).toBeGreaterThan(4);
    for (const { promptText, systemText, tools } of writing) {
      expect(promptText + systemText).not.toMatch(/https?:|vertexaisearch/);
      expect(tools).toEqual([]);
    }
  });

  it('books every request: one entry each in the ledger, and their sum in the workspace', async () => {
    let runId: RunId | undefined;
    const requests = await world.requestsDuring(async () => {
      ({ runId } = await world.reported(`${QUESTION}（帳目）`));
    });
    if (runId === undefined) throw new Error('no run');
    const entries = await new CallRecords(world.cloud.firestore, systemClock).read(runId);
    expect(entries).toHaveLength(requests.length);
    expect(entries.every(({ outcome }) => outcome === 'ok')).toBe(true);
    const usage = (await world.cloud.store.read(runId))?.versions['1']?.usage;
    const cost = entries.reduce((sum, entry) => sum + entry.usage.costMicroUsd, 0);
    expect(cost).toBeGreaterThan(0);
    expect(usage).toMatchObject({ modelCalls: requests.length, costMicroUsd: cost });
  });
});

describe('a follow-up with Gemini', () => {
  it.each([
    ['deepens one chapter', { kind: 'deepen' }],
    ['adds Japanese sources to one chapter', { kind: 'add-sources', languages: ['ja'] }],
  ] as const)(
    '%s: every other chapter stays byte for byte, every key what it was',
    async (_, wish) => {
      const asked = await world.reported(`${QUESTION}（${wish.kind}）`);
      const { runId } = asked;
      const made = await world.followUps.artifactsOf(runId);
      const chapter = await firstTheme(runId);
      let status: string | undefined;
      const requests = await world.requestsDuring(async () => {
        ({ status } = await world.followUps.make(runId, { ...wish, chapter }, 1));
      });
      expect(status).toBe('done');
      const [before, after] = [await world.reportOf(runId, 1), await world.reportOf(runId, 2)];
      expect(changedChapters(before, after)).toEqual([chapter]);
      expect(after.title).toBe(before.title);
      const [old, now] = [await extractsOf(runId, 1), await extractsOf(runId, 2)];
      for (const [key, extract] of old) expect(now.get(key)).toBe(extract);
      expect(now.size).toBeGreaterThan(old.size);
      const counts = countTasks(requests);
      // Proposals too much like what was searched before are asked for once more.
      expect([1, 2]).toContain(counts['plan-follow-up']);
      expect(counts['search']).toBeLessThanOrEqual(4);
      expect(counts['outline'] ?? 0).toBe(0);
      expect(counts['chapter'] ?? 0).toBe(0);
      expect(ofVersion(await world.followUps.artifactsOf(runId), 1)).toEqual(made);
    },
  );

  it('rewrites one chapter with the evidence that is there: nothing is searched', async () => {
    const { runId } = await world.reported(`${QUESTION}（改寫）`);
    const chapter = await firstTheme(runId);
    const wish = { kind: 'rewrite', chapter, instruction: '口語一點，短一點' } as const;
    let status: string | undefined;
    const requests = await world.requestsDuring(async () => {
      ({ status } = await world.followUps.make(runId, wish, 1));
    });
    expect(status).toBe('done');
    const [before, after] = [await world.reportOf(runId, 1), await world.reportOf(runId, 2)];
    expect(changedChapters(before, after)).toEqual([chapter]);
    expect(countTasks(requests)['search'] ?? 0).toBe(0);
  });

  it('publishes anew without a single request', async () => {
    const { runId } = await world.reported(`${QUESTION}（重新發布）`);
    const requests = await world.requestsDuring(async () => {
      const version = await world.followUps.make(runId, { kind: 'republish' }, 1);
      expect(version.status).toBe('done');
    });
    expect(requests).toEqual([]);
  });

  it('takes a wish in words: by rule where it is plain, by one small request where it is not', async () => {
    const { runId } = await world.reported(`${QUESTION}（說法）`);
    const chapter = await firstTheme(runId);
    const plain = { kind: 'in-words', instruction: `第 ${chapter} 章講得更深入一點` } as const;
    const byRule = await world.requestsDuring(async () => {
      expect(await world.followUps.make(runId, plain, 1)).toMatchObject({ status: 'done' });
    });
    expect(countTasks(byRule)['read-wish'] ?? 0).toBe(0);
    expect(await world.followUps.read({ runId, version: 2 }, 'plan')).toMatchObject({
      wish: { kind: 'deepen', chapter },
    });
    expect(changedChapters(await world.reportOf(runId, 1), await world.reportOf(runId, 2))).toEqual(
      [chapter],
    );
  });

  it.each([
    ['a chapter that is not there', { kind: 'deepen', chapter: 99 }, 'no-such-chapter'],
    ['a chapter without content of its own', { kind: 'deepen', chapter: 1 }, 'no-such-chapter'],
  ] as const)('of %s makes nothing, and asks no model', async (_, wish, reason) => {
    const { runId } = await world.reported(`${QUESTION}（缺章 ${wish.chapter}）`);
    const requests = await world.requestsDuring(async () => {
      const version = await world.followUps.make(runId, wish, 1);
      expect(version).toMatchObject({ status: 'no_evidence', failure: { reason } });
    });
    expect(requests).toEqual([]);
  });
});
