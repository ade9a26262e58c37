import { NO_USAGE } from '@dossier/contracts';
import { eventually } from '../support/eventually.ts';
import { BOT, startLineWorld, type LineWorld } from './line-world.kit.ts';
import { wordsIn, type Talk } from './talk.kit.ts';

const QUESTION = '移位機器人的導入費用是多少？';
const OTHER = '地熱發電的成本與風險是什麼？';
const CARD = '閱讀完整報告';

let world: LineWorld;
beforeAll(async () => {
  world = await startLineWorld();
  world.line.quota.limit = { type: 'none' };
});
afterEach(() => world.refuseCommits());
afterAll(() => world.close());

/** Somebody whose first report is there. */
async function reader(question = QUESTION) {
  const talk = world.alone();
  const { runId } = await talk.say(question);
  const { told } = await talk.endOf(runId);
  expect(told).toBe('sent');
  return { talk, runId };
}

const newestCard = (talk: Talk): string => wordsIn(talk.pushes.at(-1)?.messages ?? []);

/** The pages of a run by the address that its cards name. */
async function pageOf(talk: Talk, push: number): Promise<string> {
  const [, path = ''] =
    /"uri":"https:\/\/reports\.example(\/[^"]+)"/.exec(
      JSON.stringify(talk.pushes[push]?.messages),
    ) ?? [];
  const response = await fetch(`${world.services.url}${path}`);
  expect(response.status).toBe(200);
  return response.text();
}

/** Work that waits where it is, so that there is time to speak meanwhile. */
function holdAt(artifact: string): void {
  world.refuseCommits((documents) => documents.some((name) => name.endsWith(artifact)));
}

describe('a conversation', () => {
  it('goes from a question to an accepted card, a progress and the card of the report', async () => {
    const talk = world.alone();
    holdAt('1.evidence');
    const { words, runId } = await talk.say(QUESTION);
    expect(words).toMatch(/收到，開始研究.*查看進度.*取消/s);
    await eventually('the search', async () =>
      (await talk.tap('查看進度')).words.includes('進行中：搜尋'),
    );
    world.refuseCommits();
    await talk.endOf(runId);
    expect(newestCard(talk)).toMatch(/第 1 版.*章節.*閱讀完整報告.*深入.*補來源/s);
    expect(await pageOf(talk, 0)).toContain('移位機器人');
    expect((await talk.say('進度')).words).toContain(CARD);
  });

  it('deepens a chapter and adds Japanese sources: version 2, and the page of version 1 as it was', async () => {
    const { talk, runId } = await reader();
    const page = await pageOf(talk, 0);
    const { words } = await talk.say('深入第二章，補充日文來源');
    expect(words).toMatch(/收到，開始製作第 2 版.*深入第 2 章.*並補充日文來源/s);
    const { workspace, told } = await talk.endOf(runId);
    expect([workspace.version, told]).toEqual([2, 'sent']);
    expect(newestCard(talk)).toContain('第 2 版');
    await expect(pageOf(talk, 0)).resolves.toBe(page);
    expect(await pageOf(talk, 1)).not.toBe(page);
    expect((await talk.say('所有版本')).words).toMatch(/第 2 版.*深入章節.*第 1 版.*首次研究/s);
  });

  it('asks which chapter is meant: by its list, for a chapter that there is not, and takes the tap', async () => {
    const { talk, runId } = await reader();
    const missing = await talk.say('深入第九十章');
    expect(missing.words).toMatch(/沒有可以深入的第 90 章.*2\. /s);
    expect((await world.cloud.store.read(runId))?.version).toBe(1);
    const open = await talk.tap('深入');
    expect(open.words).toContain('要深入哪一章？');
    const [, label = ''] = /\n(2\. [^\n]+)/.exec(open.words) ?? [];
    const { words } = await talk.tap(label);
    expect(words).toMatch(/收到，開始製作第 2 版.*深入第 2 章/s);
    await talk.endOf(runId);
  });

  it('asks for the language of more sources, and takes the tap', async () => {
    const { talk, runId } = await reader();
    expect((await talk.tap('補來源')).words).toContain('要補充哪一種語言的來源？');
    expect((await talk.tap('日文')).words).toContain('補充日文來源');
    const { workspace } = await talk.endOf(runId);
    expect(workspace.versions['2']?.request).toMatchObject({
      kind: 'add-sources',
      languages: ['ja'],
    });
  });

  it('publishes a report again under another address, without research', async () => {
    const { talk, runId } = await reader();
    expect((await talk.say('重新發布')).words).toContain('重新發布同一份報告');
    const { version } = await talk.endOf(runId);
    expect(version.usage).toEqual(NO_USAGE);
    expect(talk.pushes).toHaveLength(2);
    const [first, second] = [await pageOf(talk, 0), await pageOf(talk, 1)];
    expect(second).toContain('第 2 版');
    expect(first).toContain('第 1 版');
  });

  it('leaves the choice while a version is being made, and makes no other beside it', async () => {
    const { talk, runId } = await reader();
    holdAt('2.plan');
    await talk.say('深入第二章');
    expect((await talk.say('深入第三章')).words).toContain('目前還在研究');
    world.refuseCommits();
    const { workspace } = await talk.endOf(runId);
    expect(workspace.version).toBe(2);
  });

  it('speaks of the quoted card, whatever is current', async () => {
    const { talk, runId } = await reader();
    const { sentIds: [card = ''] = [] } = talk.pushes[0] ?? {};
    const second = await talk.say(OTHER);
    await talk.endOf(second.runId);
    const { words } = await talk.quote(card, '深入第二章');
    expect(words).toContain(QUESTION);
    const { workspace } = await talk.endOf(runId);
    expect(workspace.version).toBe(2);
    expect((await world.cloud.store.read(second.runId))?.version).toBe(1);
  });

  it('shows the history, and goes on with what is chosen there', async () => {
    const { talk, runId } = await reader();
    const second = await talk.say(OTHER);
    await talk.endOf(second.runId);
    const history = await talk.say('我的報告');
    expect(history.words).toMatch(/2 個研究.*地熱發電.*移位機器人/s);
    expect((await talk.tap('設為目前')).words).toContain(`已經切換到「${QUESTION}」`);
    await talk.say('深入第二章');
    await talk.endOf(runId);
    expect((await world.cloud.store.read(runId))?.version).toBe(2);
  });

  it('cancels: nothing is published, nothing is pushed, and the next question begins at once', async () => {
    const talk = world.alone();
    holdAt('1.evidence');
    const { runId } = await talk.say(QUESTION);
    expect((await talk.tap('取消')).words).toContain('已經取消研究');
    world.refuseCommits();
    const { version } = await talk.endOf(runId);
    expect(version.status).toBe('cancelled');
    const next = await talk.say(OTHER);
    expect(next.words).toContain('收到，開始研究');
    await talk.endOf(next.runId);
    expect(talk.pushes).toHaveLength(1);
    expect((await talk.say('我的報告')).words).toMatch(/已完成.*已取消/s);
  });

  it('queues a second question, which begins when the first has ended', async () => {
    const talk = world.alone();
    holdAt('1.evidence');
    const first = await talk.say(QUESTION);
    const second = await talk.say(OTHER);
    expect(second.words).toMatch(/目前還在研究.*排隊/s);
    expect((await talk.tap('排隊')).words).toContain('排在第 1 個');
    expect((await talk.say('進度')).words).toContain('後面還有 1 個問題在排隊');
    world.refuseCommits();
    await talk.endOf(first.runId);
    await eventually('the second run', () => world.cloud.store.read(second.runId));
    await talk.endOf(second.runId);
    expect(talk.pushes.map(({ messages }) => wordsIn(messages).includes('移位'))).toEqual([
      true,
      false,
    ]);
  });

  it('in a group answers everybody and changes for the asker only', async () => {
    const talk = world.inGroup();
    const neighbour = world.inGroup(talk.to);
    const { runId } = await talk.say(`${BOT} ${QUESTION}`);
    await talk.endOf(runId);
    expect((await neighbour.say(`${BOT} 報告連結`)).words).toContain(CARD);
    expect((await neighbour.say('/研究 深入第二章')).words).toContain('這個研究是別人提出的');
    expect((await talk.say('/研究 深入第二章')).words).toContain('收到，開始製作第 2 版');
    await talk.endOf(runId);
    expect(talk.pushes).toHaveLength(2);
  });
});
