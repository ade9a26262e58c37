import type { JournalEntry } from '@dossier/fake-line';
import { startServicesInOneProcess } from '../e2e/services-in-one-process.kit.ts';
import { eventually } from '../support/eventually.ts';
import { startIngress } from './ingress-only.kit.ts';
import { BOT, startLineWorld, type LineWorld } from './line-world.kit.ts';

const QUESTION = '地熱發電的成本與風險是什麼？';
const REPLY = '/v2/bot/message/reply';
const PUSH = '/v2/bot/message/push';
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

let world: LineWorld;
beforeAll(async () => {
  world = await startLineWorld();
});
afterAll(() => world.close());

/** The calls of LINE's API while something happens. */
async function callsDuring(act: () => Promise<unknown>): Promise<readonly JournalEntry[]> {
  const before = world.line.journal.length;
  await act();
  return world.line.journal.slice(before);
}

const to = (path: string) => (call: JournalEntry) => call.path === path;

/** What bots before this one ran into, by the symptom that their people saw: events, replies and pushes. */
describe('field bugs', () => {
  it('1. the same question answered twice', async () => {
    const talk = world.alone();
    world.line.network.deliversTwice = true;
    const { runId } = await talk
      .say(QUESTION)
      .finally(() => (world.line.network.deliversTwice = false));
    await talk.endOf(runId);
    expect([talk.replies.length, talk.pushes.length]).toEqual([1, 1]);
    await expect(world.runsOf(talk.to)).resolves.toBe(1);
  });

  it('2. request_timeout, while LINE itself is slow', async () => {
    const talk = world.alone();
    world.line.network.latencyMs = 3_000;
    const result = await world.line
      .sendText(talk.speaker, QUESTION)
      .finally(() => (world.line.network.latencyMs = 0));
    expect(result).toMatchObject({ ok: true });
    await eventually('the late reply', () => talk.replies.length === 1);
    await eventually('the card', () => talk.pushes.length === 1);
  });

  it('3. a message lost after the 200: what is not durable is a 503', async () => {
    const talk = world.alone();
    world.refuseCommits((documents) => documents.some((name) => name.includes('/lineEvents/')));
    const refused = await world.line.sendText(talk.speaker, QUESTION);
    expect(refused).toMatchObject({ status: 503 });
    await expect(world.runsOf(talk.to)).resolves.toBe(0);
    world.refuseCommits();
    await expect(world.line.redeliver(refused.events)).resolves.toMatchObject({ ok: true });
    await expect(world.runsOf(talk.to)).resolves.toBe(1);
    await eventually('the card', () => talk.pushes.length === 1);
  });

  it('4. an outage kills messages: attempts that failed do not stand in the way of a later one', async () => {
    const talk = world.alone();
    world.refuseCommits((documents) => documents.some((name) => name.includes('/lineEvents/')));
    const { events } = await world.line.sendText(talk.speaker, QUESTION);
    for (let again = 0; again < 3; again++) {
      await expect(world.line.redeliver(events)).resolves.toMatchObject({ ok: false });
    }
    world.refuseCommits();
    // The first deliveries may still be at their own retries, and in the way.
    await eventually('a 200', async () => (await world.line.redeliver(events)).ok);
    await eventually('the card', () => talk.pushes.length === 1);
    await world.line.redeliver(events);
    await expect(world.runsOf(talk.to)).resolves.toBe(1);
  });

  it('5. the signature fails only with emoji', async () => {
    const talk = world.alone();
    const { words, runId } = await talk.say(
      '\u{1F30B}地熱發電的成本是多少？\u{1F468}\u200D\u{1F52C}',
    );
    expect(words).toContain('\u{1F30B}地熱發電的成本是多少？\u{1F468}\u200D\u{1F52C}');
    await talk.endOf(runId);
  });

  it('6. 500 on every webhook, because a body parser ran first', async () => {
    const large = { rawBody: JSON.stringify({ events: [], more: 'x'.repeat(1_500_000) }) };
    await expect(world.line.sendEvents([], large)).resolves.toMatchObject({ status: 200 });
    await expect(world.line.sendEvents([], { rawBody: '{' })).resolves.toMatchObject({
      status: 400,
    });
    const signature = 'x'.repeat(44);
    await expect(world.line.sendEvents([], { signature })).resolves.toMatchObject({ status: 401 });
  });

  it('7. "Invalid reply token" after slow work: the token is used at once, the result is pushed', async () => {
    const talk = world.alone();
    const calls = await callsDuring(async () => {
      const { runId } = await talk.say(QUESTION);
      await talk.endOf(runId);
    });
    const paths = calls.map(({ path }) => path).filter((path) => [REPLY, PUSH].includes(path));
    expect(paths).toEqual([REPLY, PUSH]);
  });

  it('8. answered twice after a timeout: a reply of unknown outcome is never sent again', async () => {
    const talk = world.alone();
    world.line.fault({ path: REPLY, when: 'after', drop: true });
    const calls = await callsDuring(async () => {
      const { runId } = await talk.say(QUESTION);
      await talk.endOf(runId);
    });
    expect(calls.filter(to(REPLY))).toHaveLength(1);
    expect([talk.replies.length, talk.pushes.length]).toEqual([1, 1]);
  });

  it('9. the card is lost on one network error, or comes twice: the same key and body again', async () => {
    const talk = world.alone();
    world.line.fault({ path: PUSH, when: 'after', drop: true });
    const calls = await callsDuring(async () => {
      const { runId } = await talk.say(QUESTION);
      expect((await talk.endOf(runId)).told).toBe('sent');
    });
    const [first, second, ...more] = calls.filter(to(PUSH));
    expect(more).toEqual([]);
    expect(second).toMatchObject({ retryKey: first?.retryKey, body: first?.body, status: 409 });
    expect(talk.pushes).toHaveLength(1);
  });

  it('10. 400 on the retry key: a UUID, on pushes only', async () => {
    const talk = world.alone();
    await talk.endOf((await talk.say(QUESTION)).runId);
    const calls = world.line.journal.filter(({ path }) => path.includes('/message/'));
    const pushes = calls.filter(to(PUSH));
    expect(pushes.length).toBeGreaterThan(0);
    for (const { retryKey } of pushes) expect(retryKey).toMatch(UUID);
    const others = calls.filter((call) => !pushes.includes(call));
    expect(others.filter(({ retryKey }) => retryKey !== undefined)).toEqual([]);
  });

  it('11. endless retries at the end of the month: the card waits, and comes with the next answer', async () => {
    const talk = world.alone();
    world.line.quota.limit = { type: 'limited', value: world.line.quotaUsed };
    try {
      const { runId } = await talk.say(QUESTION);
      const calls = await callsDuring(() => talk.endOf(runId));
      expect(calls.filter(to(PUSH))).toEqual([]);
      const { words } = await talk.say('謝謝');
      expect(words).toMatch(/閱讀完整報告.*不客氣/s);
    } finally {
      world.line.quota.limit = { type: 'none' };
    }
  });

  it('12. the text arrives and the card does not: the reply carries the card itself', async () => {
    const talk = world.alone();
    const { reply, runId } = await talk.say(QUESTION);
    expect(reply?.messages.map(({ type }) => type)).toEqual(['flex']);
    await talk.endOf(runId);
  });

  it('13. 429 "below the limit" in a group: each member counts', async () => {
    const talk = world.inGroup();
    world.line.audience.groupSizes.set(talk.to, 10);
    world.line.quota.limit = { type: 'limited', value: world.line.quotaUsed + 9 };
    try {
      const { runId } = await talk.say(`${BOT} ${QUESTION}`);
      await expect(talk.endOf(runId)).resolves.toMatchObject({ told: 'undelivered' });
      expect((await talk.say(`${BOT} 謝謝`)).words).toContain('閱讀完整報告');
      expect(talk.pushes).toEqual([]);
    } finally {
      world.line.quota.limit = { type: 'none' };
    }
  });

  it('23. the bot answers everything in a group', async () => {
    const talk = world.inGroup();
    const calls = await callsDuring(async () => {
      await talk.sayInSilence('中午吃什麼？');
      await talk.sayInSilence(`@All ${QUESTION}`);
    });
    expect(calls).toEqual([]);
    const { words, runId } = await talk.say(`${BOT} ${QUESTION}`);
    expect(words).toContain(QUESTION);
    await talk.endOf(runId);
  });

  it('24. 400 on the loading animation in a group', async () => {
    const [group, alone] = [world.inGroup(), world.alone()];
    const runs = [await group.say(`${BOT} ${QUESTION}`), await alone.say(QUESTION)] as const;
    await eventually('an animation', () =>
      world.line.loading.some(({ chatId }) => chatId === alone.to),
    );
    const calls = world.line.journal.filter(to('/v2/bot/chat/loading/start'));
    expect(calls.filter(({ status }) => status !== 202)).toEqual([]);
    // Nothing of this may fall into the silence that the next test listens to.
    await Promise.all([group.endOf(runs[0].runId), alone.endOf(runs[1].runId)]);
  });

  it('25. "The property, \'to\', is invalid": only ids of webhooks are kept', async () => {
    const calls = await callsDuring(() => world.line.sendText({ userId: '@dossier' }, QUESTION));
    expect(calls).toEqual([]);
    await expect(world.runsOf('@dossier')).resolves.toBe(0);
  });

  it('26. the verify button fails', async () => {
    await expect(world.line.sendEvents([])).resolves.toMatchObject({ status: 200 });
  });

  it('27. a crash on an event without a source', async () => {
    const event = { type: 'accountLink', mode: 'active', timestamp: Date.now(), link: {} };
    await expect(world.line.sendEvents([event])).resolves.toMatchObject({ status: 200 });
  });

  it('30. no answer where background work is killed: the question waits in the queue', async () => {
    await world.services.close();
    const settings = world.cloud.settings();
    const ingress = await startIngress(settings);
    world.line.webhookUrl = ingress.webhookUrl;
    const talk = world.alone();
    const { runId } = await talk.say(QUESTION);
    await ingress.close();
    const services = await startServicesInOneProcess(settings);
    try {
      await expect(talk.endOf(runId)).resolves.toMatchObject({ told: 'sent' });
    } finally {
      await services.close();
    }
  });
});
