import { Permanent, SERVICE_NAMES } from '@dossier/contracts';
import { WRITER } from '@dossier/platform';
import { createLocalCorpus, DEMO_CORPUS_FOLDER, type Writer } from '@dossier/research';
import { startSomeServices } from '../dead-letters/some-services.kit.ts';
import { BOT, startLineWorld, type LineWorld } from './line-world.kit.ts';
import { wordsIn, type Talk } from './talk.kit.ts';

const QUESTION = '移位機器人的導入費用是多少？';
const OTHER = '地熱發電的成本與風險是什麼？';
const CARD = '閱讀完整報告';
const FAILED = '這次沒有完成';

/** The offline writer, which does not do its work while `error` is set. */
class MoodyWriter implements Writer {
  error: Error | undefined;
  readonly #writer = createLocalCorpus({ folder: DEMO_CORPUS_FOLDER }).writer;

  write(...job: Parameters<Writer['write']>): ReturnType<Writer['write']> {
    return this.error === undefined ? this.#writer.write(...job) : Promise.reject(this.error);
  }
}

const writer = new MoodyWriter();
let world: LineWorld;
beforeAll(async () => {
  world = await startLineWorld((settings) =>
    startSomeServices(settings, SERVICE_NAMES, [{ provide: WRITER, useValue: writer }]),
  );
  world.line.quota.limit = { type: 'none' };
});
afterEach(() => {
  writer.error = undefined;
});
afterAll(() => world.close());

const newestPush = (talk: Talk): string => wordsIn(talk.pushes.at(-1)?.messages ?? []);

/** Somebody whose first run failed while it was written. */
async function unlucky(talk = world.alone(), lead = '') {
  writer.error = new Permanent('model-refused');
  const { runId } = await talk.say(`${lead}${QUESTION}`);
  const { version } = await talk.endOf(runId);
  expect(version.status).toBe('failed');
  writer.error = undefined;
  return { talk, runId };
}

describe('a run that failed', () => {
  it('says where and why in one push, for the person and for support', async () => {
    const { talk } = await unlucky();
    expect(talk.pushes).toHaveLength(1);
    expect(newestPush(talk)).toMatch(/這次沒有完成.*停在「撰寫」.*write\/model-refused.*再試一次/s);
  });

  it('goes on by a tap from where it stopped, without paying for the search again', async () => {
    const { talk, runId } = await unlucky();
    const before = (await talk.endOf(runId)).version.usage.searches;
    expect((await talk.tap('再試一次')).words).toContain('從「撰寫」這一步接續研究');
    const { version, told } = await talk.endOf(runId);
    expect([version.status, told, version.usage.searches]).toEqual(['done', 'sent', before]);
    expect(talk.pushes).toHaveLength(2);
    expect(newestPush(talk)).toContain(CARD);
  });

  it('goes on by a word, once for a word that comes twice', async () => {
    const { talk, runId } = await unlucky();
    world.line.network.deliversTwice = true;
    await talk.say('再試一次').finally(() => (world.line.network.deliversTwice = false));
    const { version } = await talk.endOf(runId);
    expect([version.status, version.resumptions]).toEqual(['done', 1]);
    expect(talk.pushes).toHaveLength(2);
  });

  it('may fail again, and be tried again', async () => {
    const { talk, runId } = await unlucky();
    writer.error = new Permanent('model-refused');
    await talk.say('retry');
    await talk.endOf(runId);
    expect(talk.pushes.map(({ messages }) => wordsIn(messages).includes(FAILED))).toEqual([
      true,
      true,
    ]);
    writer.error = undefined;
    await talk.say('再試行');
    await expect(talk.endOf(runId)).resolves.toMatchObject({ version: { status: 'done' } });
  });

  it('by a bug ends, too, once its attempts are used up, and is told of once', async () => {
    const talk = world.alone();
    writer.error = new TypeError('a bug with 祕密 in its message');
    const { runId } = await talk.say(QUESTION);
    await expect(talk.endOf(runId)).resolves.toMatchObject({ version: { status: 'failed' } });
    expect(talk.pushes).toHaveLength(1);
    expect(newestPush(talk)).toMatch(/這次沒有完成.*再試一次/s);
    expect(newestPush(talk)).not.toContain('祕密');
    writer.error = undefined;
    await talk.tap('再試一次');
    await expect(talk.endOf(runId)).resolves.toMatchObject({ version: { status: 'done' } });
  });

  it('does not stand in the way of another question, and waits while that is researched', async () => {
    const { talk, runId } = await unlucky();
    world.refuseCommits((documents) => documents.some((name) => name.endsWith('1.evidence')));
    const other = await talk.say(OTHER);
    expect(other.words).toContain('收到，開始研究');
    expect((await talk.tap('再試一次')).words).toContain('還在製作');
    world.refuseCommits();
    await talk.endOf(other.runId);
    await talk.tap('再試一次');
    await expect(talk.endOf(runId)).resolves.toMatchObject({ version: { status: 'done' } });
  });

  it('is handed over like a report when it cannot be pushed', async () => {
    const talk = world.alone();
    world.line.quota.limit = { type: 'limited', value: 0 };
    await unlucky(talk);
    world.line.quota.limit = { type: 'none' };
    expect(talk.pushes).toEqual([]);
    expect((await talk.say('謝謝')).words).toMatch(/這次沒有完成.*不客氣/s);
    expect((await talk.say('謝謝')).words).not.toContain(FAILED);
  });

  it('in a group is the asker’s to try again', async () => {
    const { talk, runId } = await unlucky(world.inGroup(), `${BOT} `);
    const neighbour = world.inGroup(talk.to);
    expect((await neighbour.tap('再試一次')).words).toContain('這個研究是別人提出的');
    await talk.tap('再試一次');
    await expect(talk.endOf(runId)).resolves.toMatchObject({ version: { status: 'done' } });
  });
});

describe('a follow-up that failed', () => {
  it('leaves the report that there is, and can be tried again', async () => {
    const talk = world.alone();
    const { runId } = await talk.say(QUESTION);
    await talk.endOf(runId);
    writer.error = new Permanent('model-refused');
    await talk.say('深入第二章');
    await expect(talk.endOf(runId)).resolves.toMatchObject({ version: { status: 'failed' } });
    writer.error = undefined;
    expect((await talk.say('報告連結')).words).toMatch(/第 1 版.*閱讀完整報告/s);
    expect((await talk.say('所有版本')).words).toMatch(/第 2 版.*沒有完成.*第 1 版/s);
    await talk.tap('再試一次');
    const { workspace, version } = await talk.endOf(runId);
    expect([workspace.version, version.status]).toEqual([2, 'done']);
    expect(newestPush(talk)).toMatch(/第 2 版.*閱讀完整報告/s);
  });
});

describe('a run that found nothing', () => {
  it('says so in one push and publishes nothing; tried again, it says so again', async () => {
    const talk = world.alone();
    const { runId } = await talk.say('zzyzx qwrtp 是什麼？');
    await expect(talk.endOf(runId)).resolves.toMatchObject({ version: { status: 'no_evidence' } });
    expect(newestPush(talk)).toContain('沒有找到足夠的資料');
    expect((await talk.say('深入第二章')).words).toContain('還沒有完成的報告');
    expect((await talk.say('報告連結')).words).toContain('找不到資料');
    await talk.say('再試一次');
    await talk.endOf(runId);
    expect(talk.pushes).toHaveLength(2);
  });
});
