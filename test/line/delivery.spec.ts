import { retryKeyOf, type RunId } from '@dossier/contracts';
import type { JournalEntry } from '@dossier/fake-line';
import { BOT, startLineWorld, type LineWorld } from './line-world.kit.ts';
import { REPORT_BUTTON, type Talk } from './talk.kit.ts';

const QUESTION = '地熱發電的成本與風險是什麼？';
const REPLY = '/v2/bot/message/reply';
const PUSH = '/v2/bot/message/push';

let world: LineWorld;
beforeAll(async () => {
  world = await startLineWorld();
});
afterEach(() => {
  world.line.quota.limit = { type: 'none' };
});
afterAll(() => world.close());

/** Push requests about the first version of a run, refused or not. */
function triesFor(runId: RunId): readonly JournalEntry[] {
  const kinds = ['report', 'no-evidence', 'failure', 'cancelled'] as const;
  const keys = kinds.map((kind) => retryKeyOf({ runId, version: 1 }, kind));
  return world.line.journal.filter(
    ({ path, retryKey = '' }) => path === PUSH && keys.includes(retryKey),
  );
}

/** A run to its end, and how that was told. */
async function askedBy(talk: Talk, question = QUESTION) {
  const { runId } = await talk.say(question);
  return { runId, told: (await talk.endOf(runId)).told };
}

/** A run whose card could not be pushed, because the month is used up. */
async function undeliveredTo(talk: Talk): Promise<RunId> {
  world.line.quota.limit = { type: 'limited', value: 0 };
  const { runId, told } = await askedBy(talk);
  expect(told).toBe('undelivered');
  world.line.quota.limit = { type: 'none' };
  return runId;
}

describe('a card that the month has no room for', () => {
  it('is not pushed, and handed over once with the next answer', async () => {
    const talk = world.alone();
    const runId = await undeliveredTo(talk);
    expect((await talk.say('謝謝')).words).toContain(REPORT_BUTTON);
    expect((await talk.say('謝謝')).words).not.toContain(REPORT_BUTTON);
    expect([talk.cards, triesFor(runId).length]).toEqual([1, 0]);
  });

  it('is handed over beside the answer to a tap, and to a sticker', async () => {
    const [tapper, sticker] = [world.alone(), world.alone()];
    await undeliveredTo(tapper);
    await undeliveredTo(sticker);
    expect((await tapper.tap('查看進度')).words).toContain(REPORT_BUTTON);
    await world.line.sendMedia(sticker.speaker, 'sticker');
    expect(sticker.cards).toBe(1);
  });

  it('comes with the answer after that when LINE refuses the reply', async () => {
    const talk = world.alone();
    await undeliveredTo(talk);
    world.line.fault({ path: REPLY, when: 'before', status: 400 });
    await talk.sayInSilence('謝謝');
    expect(talk.cards).toBe(0);
    expect((await talk.say('謝謝')).words).toContain(REPORT_BUTTON);
    await talk.say('謝謝');
    expect(talk.cards).toBe(1);
  });

  it('is not shown again when the answer to the reply was lost: it may have been seen', async () => {
    const talk = world.alone();
    await undeliveredTo(talk);
    world.line.fault({ path: REPLY, when: 'after', drop: true });
    await talk.say('謝謝');
    await talk.say('謝謝');
    expect(talk.cards).toBe(1);
  });

  it('is handed over by one of two events that come at once', async () => {
    const talk = world.alone();
    await undeliveredTo(talk);
    await Promise.all([talk.say('謝謝'), talk.say('你好')]);
    await talk.say('謝謝');
    expect(talk.cards).toBe(1);
  });

  it('goes to the person whose it is, not to the next who writes', async () => {
    const [talk, other] = [world.alone(), world.alone()];
    await undeliveredTo(talk);
    expect((await other.say('謝謝')).words).not.toContain(REPORT_BUTTON);
    expect((await talk.say('我的報告')).words).toContain(REPORT_BUTTON);
  });

  it('is told of a run that found nothing, too', async () => {
    const talk = world.alone();
    world.line.quota.limit = { type: 'limited', value: 0 };
    await askedBy(talk, 'zzyzx qwrtp 是什麼？');
    expect((await talk.say('謝謝')).words).toContain('沒有找到足夠的資料');
  });
});

describe('a card for a group', () => {
  it('costs one message for each member, and is pushed when there is room for all', async () => {
    const talk = world.inGroup();
    world.line.audience.groupSizes.set(talk.to, 10);
    world.line.quota.limit = { type: 'limited', value: world.line.quotaUsed + 10 };
    const used = world.line.quotaUsed;
    const { runId, told } = await askedBy(talk, `${BOT} ${QUESTION}`);
    expect(told).toBe('sent');
    expect(world.line.quotaUsed - used).toBe(10);
    expect(triesFor(runId)).toHaveLength(1);
  });

  it('is not even tried when there is not, and chatter does not bring it', async () => {
    const talk = world.inGroup();
    world.line.audience.groupSizes.set(talk.to, 10);
    world.line.quota.limit = { type: 'limited', value: world.line.quotaUsed + 9 };
    const { runId, told } = await askedBy(talk, `${BOT} ${QUESTION}`);
    expect(told).toBe('undelivered');
    await talk.sayInSilence('大家好');
    expect([talk.cards, triesFor(runId).length]).toEqual([0, 0]);
    expect((await talk.say(`${BOT} 謝謝`)).words).toContain(REPORT_BUTTON);
  });

  it('is not pushed once the bot had to leave', async () => {
    const talk = world.inGroup();
    const { groupId = '' } = talk.speaker;
    // The run must not be told of before the bot leaves.
    world.refuseCommits((documents) => documents.some((name) => name.endsWith('1.publication')));
    const { runId } = await talk.say(`${BOT} ${QUESTION}`);
    await world.line.leave({ groupId });
    world.refuseCommits();
    await expect(talk.endOf(runId)).resolves.toMatchObject({ told: 'undelivered' });
    expect(triesFor(runId)).toEqual([]);
  });
});

describe('somebody who blocked the bot', () => {
  it('is not pushed to, and gets the card with the welcome when they come back', async () => {
    const talk = world.alone();
    world.refuseCommits((documents) => documents.some((name) => name.endsWith('1.publication')));
    const { runId } = await talk.say(QUESTION);
    await talk.block();
    world.refuseCommits();
    await expect(talk.endOf(runId)).resolves.toMatchObject({ told: 'undelivered' });
    expect(triesFor(runId)).toEqual([]);
    const { words } = await talk.unblock();
    expect(words).toContain(REPORT_BUTTON);
    expect(words).toContain('我是研究助理 Dossier');
    await talk.say('謝謝');
    expect(talk.cards).toBe(1);
  });
});

describe('a push', () => {
  it.each([
    ['a 500 before it was accepted', { when: 'before', status: 500 }],
    ['a 500 after it was accepted', { when: 'after', status: 500 }],
    ['a connection that ended before it was accepted', { when: 'before', drop: true }],
    ['a connection that ended after it was accepted', { when: 'after', drop: true }],
    ['an answer that took too long', { when: 'after', delayMs: 2_500 }],
    ['a 429 for haste', { when: 'before', status: 429 }],
    ['a 401', { when: 'before', status: 401 }],
  ] as const)(
    'is repeated with the same key and body after %s: one card',
    async (_title, fault) => {
      const talk = world.alone();
      world.line.fault({ path: PUSH, ...fault });
      const { runId, told } = await askedBy(talk);
      expect(told).toBe('sent');
      const tries = triesFor(runId);
      expect(tries.length).toBeGreaterThan(1);
      // The stand-in does not read the body of a request that never arrived.
      const bodies = tries.flatMap(({ body }) =>
        body === undefined ? [] : [JSON.stringify(body)],
      );
      expect(new Set(bodies).size).toBe(1);
      expect(talk.cards).toBe(1);
    },
  );

  it('that LINE refuses for good is not repeated, and the card waits', async () => {
    const talk = world.alone();
    world.line.fault({ path: PUSH, when: 'before', status: 400 });
    const { runId, told } = await askedBy(talk);
    expect(told).toBe('undelivered');
    expect(triesFor(runId)).toHaveLength(1);
    expect((await talk.say('謝謝')).words).toContain(REPORT_BUTTON);
  });

  it('that meets the end of the month at LINE itself is not repeated', async () => {
    const talk = world.alone();
    world.line.quota.limit = { type: 'limited', value: 0 };
    world.line.fault({ path: '/v2/bot/message/quota', when: 'before', status: 500 });
    const { runId, told } = await askedBy(talk);
    expect(told).toBe('undelivered');
    expect(triesFor(runId).map(({ status }) => status)).toEqual([429]);
    expect((await talk.say('謝謝')).words).toContain(REPORT_BUTTON);
  });

  it('is one per version, whatever went wrong in all of the above', () => {
    const perChat = Map.groupBy(
      world.line.delivered.filter(({ kind }) => kind === 'push'),
      ({ to }) => to,
    );
    expect([...perChat.values()].filter(({ length }) => length !== 1)).toEqual([]);
  });
});
