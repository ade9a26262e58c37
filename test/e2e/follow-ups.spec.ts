import { NO_USAGE, extractIndex, type RunId } from '@dossier/contracts';
import { duplicateEveryMessage } from './duplicate-every-message.kit.ts';
import { changedChapters, FollowUps, ofVersion } from './follow-up.kit.ts';
import { startLocalCloud, type Asked, type LocalCloud } from './local-cloud.kit.ts';
import { startServicesInOneProcess } from './services-in-one-process.kit.ts';

const QUESTION = '移位機器人的導入費用是多少？';

let cloud: LocalCloud;
let services: Awaited<ReturnType<typeof startServicesInOneProcess>>;
let followUps: FollowUps;
beforeAll(async () => {
  cloud = await startLocalCloud();
  services = await startServicesInOneProcess(cloud.settings());
  followUps = new FollowUps(cloud);
});
afterAll(async () => {
  await followUps.close();
  await services.close();
  await cloud.close();
});

/** A run whose first report is there. */
async function reported(question = QUESTION): Promise<Asked> {
  const asked = await cloud.ask(services.url, question);
  const { versions } = await cloud.endOf(asked.runId);
  expect(versions['1']?.status).toBe('done');
  return asked;
}

async function objectsOf(asked: Asked): Promise<Readonly<Record<string, string>>> {
  return (await cloud.finalStateOf(asked)).objects;
}

const reportOf = (runId: RunId, version: number) => followUps.read({ runId, version }, 'report');

describe('a follow-up', () => {
  it('deepens one chapter: the others stay byte for byte, and so do all keys', async () => {
    const { runId } = await reported();
    const second = await followUps.make(runId, { kind: 'deepen', chapter: 2 }, 1);
    expect(second).toMatchObject({ status: 'done', usage: { searches: 3, modelCalls: 0 } });
    const [before, after] = [await reportOf(runId, 1), await reportOf(runId, 2)];
    expect(changedChapters(before, after)).toEqual([2]);

    const [old, now] = await Promise.all(
      [1, 2].map((version) => followUps.read({ runId, version }, 'evidence')),
    );
    if (old === undefined || now === undefined) throw new Error('no evidence');
    const extracts = extractIndex(now);
    for (const [key, { extract }] of extractIndex(old)) {
      expect(extracts.get(key)?.extract).toEqual(extract);
    }
    expect(extracts.size).toBeGreaterThan(extractIndex(old).size);
  });

  it('searches and saves only its further groups', async () => {
    const { runId } = await reported();
    await followUps.make(runId, { kind: 'deepen', chapter: 2, languages: ['ja'] }, 1);
    const plan = await followUps.read({ runId, version: 2 }, 'plan');
    expect(plan.groups.slice(0, 8)).toEqual(
      (await followUps.read({ runId, version: 1 }, 'plan')).groups,
    );
    const made = Object.keys(ofVersion(await followUps.artifactsOf(runId), 2));
    expect(made.filter((name) => name.includes('search'))).toEqual(['2.search.8']);
  });

  it('leaves the artifacts and the page of the version before as they are', async () => {
    const asked = await reported();
    const { runId } = asked;
    const [made, objects] = [await followUps.artifactsOf(runId), await objectsOf(asked)];
    await followUps.make(runId, { kind: 'add-sources', languages: ['ja'] }, 1);
    expect(ofVersion(await followUps.artifactsOf(runId), 1)).toEqual(made);
    const after = await objectsOf(asked);
    for (const name of ['reports/RUN/v1/report.html', 'reports/RUN/v1/report.md']) {
      expect(after[name]).toBe(objects[name]);
    }
    expect(after['reports/RUN/v2/report.html']).toMatch('第 2 版');
    expect(after['reports/RUN/latest/report.html']).toBe(after['reports/RUN/v2/report.html']);
  });

  it('offers all versions from every page, old ones too, and the differences between any two', async () => {
    const asked = await reported();
    const { runId } = asked;
    await followUps.make(runId, { kind: 'add-sources', languages: ['ja'] }, 1);
    await followUps.make(runId, { kind: 'republish' }, 2);
    const objects = await objectsOf(asked);
    const linksOf = (name: string): readonly string[] =>
      [...String(objects[name]).matchAll(/href="\.\.\/([^"#]+)"/g)].map(([, href]) => String(href));
    const pages = Object.keys(objects).filter((name) => name.endsWith('.html'));
    for (const page of pages.filter((name) => !name.endsWith('versions.html'))) {
      expect(linksOf(page)).toContain('latest/versions.html');
    }
    for (const href of pages.flatMap(linksOf)) expect(pages).toContain(`reports/RUN/${href}`);
    const differences = ['v2/diff-v1.html', 'v3/diff-v1.html', 'v3/diff-v2.html'];
    expect(linksOf('reports/RUN/latest/versions.html')).toEqual(
      expect.arrayContaining([
        'v1/report.html',
        'v2/report.html',
        'v3/report.html',
        ...differences,
      ]),
    );
    expect(objects['reports/RUN/v2/diff-v1.html']).toMatch('<ins>');
    expect(objects['reports/RUN/v3/diff-v2.html']).not.toMatch(/<section class="chapter"/);
  });

  it('adds Japanese sources where they belong, and tells the user once', async () => {
    const { runId, userId } = await reported();
    await followUps.make(runId, { kind: 'add-sources', languages: ['ja'] }, 1);
    const evidence = await followUps.read({ runId, version: 2 }, 'evidence');
    const known = extractIndex(await followUps.read({ runId, version: 1 }, 'evidence'));
    const added = [...extractIndex(evidence).values()].filter(
      ({ extract }) => !known.has(extract.key),
    );
    expect(added.length).toBeGreaterThan(0);
    for (const { source } of added) expect(source.language).toBe('ja');
    const text = JSON.stringify(await reportOf(runId, 2));
    for (const { extract } of added) expect(text).toMatch(`[^${extract.key}]`);
    expect(cloud.line.pushesOf(userId)).toHaveLength(2);
  });

  it('publishes the same report anew without a plan, a search or a word written', async () => {
    const asked = await reported();
    const { runId } = asked;
    const second = await followUps.make(runId, { kind: 'republish' }, 1);
    expect(second).toMatchObject({
      status: 'done',
      usage: NO_USAGE,
      stages: { plan: { attempts: 0 }, search: { attempts: 0 }, write: { attempts: 0 } },
    });
    const made = Object.keys(ofVersion(await followUps.artifactsOf(runId), 2));
    expect(made.toSorted()).toEqual(['2.notice', '2.publication']);
    const objects = await objectsOf(asked);
    expect(objects['reports/RUN/v2/report.md']).toBe(objects['reports/RUN/v1/report.md']);
  });

  it('goes on from a version that carried what it shows', async () => {
    const { runId } = await reported();
    await followUps.make(runId, { kind: 'republish' }, 1);
    await followUps.make(runId, { kind: 'rewrite', chapter: 2, instruction: '寫短一點' }, 2);
    const third = await reportOf(runId, 3);
    expect(changedChapters(await reportOf(runId, 1), third)).toEqual([2]);
    const fourth = await followUps.make(runId, { kind: 'deepen', chapter: 3 }, 3);
    expect(fourth.status).toBe('done');
    expect(changedChapters(third, await reportOf(runId, 4))).toEqual([3]);
  });

  it('deepens what was deepened: a third version on the second', async () => {
    const { runId } = await reported();
    await followUps.make(runId, { kind: 'deepen', chapter: 3, languages: ['ja'] }, 1);
    await followUps.make(runId, { kind: 'deepen', chapter: 3 }, 2);
    const reports = await Promise.all([1, 2, 3].map((version) => reportOf(runId, version)));
    const [first, second, third] = reports.map(({ chapters }) => chapters[2]?.markdown ?? '');
    expect(second?.startsWith(first ?? 'none')).toBe(true);
    expect(third?.startsWith(second ?? 'none')).toBe(true);
    expect(new Set([first, second, third]).size).toBe(3);
  });

  it('ends with a reason when it finds nothing new; the report that there is stays the newest', async () => {
    const asked = await reported('綠屋頂可以留住多少雨水？');
    const { runId } = asked;
    const before = await objectsOf(asked);
    const second = await followUps.make(runId, { kind: 'add-sources', languages: ['ja'] }, 1);
    expect(second).toMatchObject({
      status: 'no_evidence',
      failure: { stage: 'search', reason: 'nothing-new' },
    });
    await expect(objectsOf(asked)).resolves.toEqual(before);
    expect(cloud.line.pushesOf(asked.userId)).toHaveLength(2);
    const third = await followUps.make(runId, { kind: 'deepen', chapter: 2 }, 1);
    expect(third.status).toBe('done');
  });

  it('comes out the same with every message delivered twice', async () => {
    const [plain, doubled] = [await reported(), await reported()];
    const wish = { kind: 'deepen', chapter: 2 } as const;
    const expected = await followUps.make(plain.runId, wish, 1);
    const copies = await duplicateEveryMessage(
      cloud.pubsub.address,
      cloud.environment.GOOGLE_CLOUD_PROJECT,
    );
    const { status, usage } = await followUps.make(doubled.runId, wish, 1);
    expect(copies.copies()).toBeGreaterThanOrEqual(5);
    expect({ status, usage }).toEqual({ status: expected.status, usage: expected.usage });
    expect((await reportOf(doubled.runId, 2)).chapters).toEqual(
      (await reportOf(plain.runId, 2)).chapters,
    );
    expect(cloud.line.pushesOf(doubled.userId)).toHaveLength(2);
    await copies.close();
  });
});
