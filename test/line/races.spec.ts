import { startLineWorld, type LineWorld } from './line-world.kit.ts';
import type { Talk } from './talk.kit.ts';
import { untilTaken } from './until-taken.kit.ts';

const QUESTION = '地熱發電的成本與風險是什麼？';
const OTHER = '綠屋頂能讓室內降溫幾度？';
const AT_ONCE = 8;

let world: LineWorld;
beforeAll(async () => {
  world = await startLineWorld();
});
afterEach(() => {
  world.line.quota.limit = { type: 'none' };
});
afterAll(() => world.close());

/** A text event as LINE would send it, of which copies can be sent at once. */
function aTextEvent(talk: Talk, text: string, id: string): Record<string, unknown> {
  return {
    type: 'message',
    mode: 'active',
    timestamp: Date.now(),
    webhookEventId: `01HRACE${id}`,
    deliveryContext: { isRedelivery: false },
    replyToken: `race-${id}`,
    source: { type: 'user', userId: talk.to },
    message: { type: 'text', id: `7${id}`, text },
  };
}

/** Delivers until the bot has taken it, as LINE does. */
async function deliver(...events: object[]): Promise<void> {
  await untilTaken(world.line, await world.line.sendEvents(events));
}

const times = <T>(count: number, make: () => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: count }, make));

describe('the same webhook at the same instant', () => {
  it('begins one run, is answered once, and ends in one card', async () => {
    const talk = world.alone();
    const event = aTextEvent(talk, QUESTION, '1');
    await times(AT_ONCE, () => deliver(event));
    await expect(world.runsOf(talk.to)).resolves.toBe(1);
    expect(talk.replies).toHaveLength(1);
    const [run] = (await world.cloud.firestore.collection('workspaces').get()).docs.filter(
      (each) => each.get('requester.to') === talk.to,
    );
    await talk.endOf(run?.id as Parameters<Talk['endOf']>[0]);
    expect(talk.cards).toBe(1);
  });
});

describe('different questions of one person at the same instant', () => {
  it('begin one run; the others are offered the choice', async () => {
    const talk = world.alone();
    const events = [2, 3, 4, 5].map((id) => aTextEvent(talk, `${OTHER}（${id}）`, String(id)));
    await Promise.all(events.map((event) => deliver(event)));
    await expect(world.runsOf(talk.to)).resolves.toBe(1);
    expect(talk.replies).toHaveLength(4);
  });
});

describe('an unsend beside its message', () => {
  it('leaves nothing of the words, whichever comes first', async () => {
    for (const id of ['10', '11', '12', '13']) {
      const talk = world.alone();
      const message = aTextEvent(talk, QUESTION, id);
      const { replyToken: _none, message: _text, ...rest } = message;
      const unsend = {
        ...rest,
        type: 'unsend',
        webhookEventId: `01HUNSEND${id}`,
        timestamp: Date.now() + 1_000,
        unsend: { messageId: `7${id}` },
      };
      await Promise.all([deliver(message), deliver(unsend)]);
      const { docs } = await world.cloud.firestore.collection('workspaces').get();
      const own = docs.filter((each) => each.get('requester.to') === talk.to);
      expect(JSON.stringify(own.map((each) => each.get('versions') as object))).not.toContain(
        '地熱',
      );
    }
  });
});

describe('a button that is tapped several times at once', () => {
  it('makes further versions one after the other, each told once', async () => {
    const talk = world.alone();
    const { runId } = await talk.say(QUESTION);
    await talk.endOf(runId);
    const data = `v=1&act=republish&run=${runId}&ver=1`;
    await times(AT_ONCE, async () =>
      untilTaken(world.line, await world.line.sendPostback(talk.speaker, data)),
    );
    const { workspace } = await talk.endOf(runId);
    // A tap that is delivered again after the new version has ended may begin another; none is told twice.
    expect(workspace.version).toBeGreaterThan(1);
    expect(talk.pushes).toHaveLength(workspace.version);
  });
});

describe('a card that waits for the next event', () => {
  it('is handed over by one of several that come at once', async () => {
    const talk = world.alone();
    world.line.quota.limit = { type: 'limited', value: 0 };
    const { runId } = await talk.say(QUESTION);
    await expect(talk.endOf(runId)).resolves.toMatchObject({ told: 'undelivered' });
    world.line.quota.limit = { type: 'none' };
    await Promise.all(['20', '21', '22', '23'].map((id) => deliver(aTextEvent(talk, '謝謝', id))));
    expect(talk.cards).toBe(1);
  });
});
