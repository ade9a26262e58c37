import { quotedBy } from '@dossier/fake-line';
import { BOT, startLineWorld, type LineWorld } from './line-world.kit.ts';
import { objectsIn, type Talk } from './talk.kit.ts';

const QUESTION = '地熱發電的成本與風險是什麼？';
/** As long as a question can be: 5,000 UTF-16 units, and many more bytes. */
const LONGEST = `${'地熱發電的成本、風險與環境影響；'.repeat(312)}是什麼？`;
const RUNS = 13;

let world: LineWorld;
/** Somebody with more runs than a carousel holds, each with a question as long as can be. */
let collector: Talk;
beforeAll(async () => {
  world = await startLineWorld();
  collector = world.alone();
  for (let count = 0; count < RUNS; count++) {
    await collector.say(LONGEST);
    await collector.say('取消');
  }
});
afterAll(() => world.close());

const cardsIn = (words: object | undefined) =>
  objectsIn(words).filter(({ type }) => type === 'bubble');

/** The addresses that buttons open. */
function urisIn(messages: readonly object[]): string[] {
  return objectsIn(messages)
    .map(({ uri }) => uri)
    .filter((uri) => typeof uri === 'string');
}

/** A card of a finished report. */
async function reportCard() {
  const talk = world.alone();
  const { runId } = await talk.say(QUESTION);
  await talk.endOf(runId);
  return talk.pushes[0]?.messages ?? [];
}

/** What bots before this one ran into, by the symptom that their people saw: what a message may hold. */
describe('field bugs', () => {
  it('14. a whole carousel refused for one empty text', async () => {
    const talk = world.alone();
    const { reply } = await talk.say(QUESTION);
    const entry = world.line.history(talk.to).find(({ from }) => from === 'user');
    await world.line.unsend(
      talk.speaker,
      String(600_000_000_000_000_000n + BigInt(entry?.id ?? 0)),
    );
    const { words } = await talk.say('我的報告');
    expect(reply).toBeDefined();
    expect(words).toMatch(/我的報告：1 個研究.*（已收回的訊息）/s);
  });

  it('15. "size must be between 0 and 1000": the address of a report is short whatever was asked', async () => {
    const uris = urisIn(await reportCard());
    expect(uris).toHaveLength(1);
    for (const uri of uris) expect(uri).toMatch(/^[!-~]{10,300}$/);
  });

  it('16. "invalid uri scheme": every address is https and written as a URL is', async () => {
    const uris = urisIn(await reportCard());
    expect(uris.map((uri) => new URL(uri).href)).toEqual(uris);
    expect(uris.map((uri) => new URL(uri).protocol)).toEqual(['https:']);
  });

  it('17. "URI malformed": no text is cut within a character', async () => {
    const talk = world.alone();
    for (const lead of ['', 'a', 'ab']) {
      await talk.say(
        `研究 ${lead}${'\u{1F468}\u200D\u{1F469}\u200D\u{1F467}\u{1F1F9}\u{1F1FC}'.repeat(300)}的歷史`,
      );
      await talk.say('取消');
    }
    const { reply } = await talk.say('我的報告');
    const sent = JSON.stringify([talk.replies, reply]);
    expect(sent).not.toMatch(/\\ud[89a-f]/i);
    expect(sent.isWellFormed()).toBe(true);
    expect(talk.replies).toHaveLength(7);
  });

  it('19. a long answer with a button vanishes: a card of the longest texts stays within LINE’s sizes', async () => {
    const { reply } = await collector.say('我的報告');
    expect(reply?.messages[0]?.type).toBe('flex');
    await collector.say(LONGEST);
    const busy = await collector.say(QUESTION);
    expect(busy.words).toContain('目前還在研究');
    await collector.tap('取消前一個');
  });

  it('20. a carousel refused: no more bubbles than LINE takes, however many runs there are', async () => {
    const { reply, words } = await collector.say('我的報告');
    const bubbles = cardsIn(reply?.messages[0]);
    expect(bubbles.length).toBeGreaterThan(1);
    expect(bubbles.length).toBeLessThanOrEqual(12);
    expect(words).toContain('版本');
  });

  it('21. alternative texts and labels cut too early', async () => {
    const question = `${'地熱發電的成本與環境風險'.repeat(33)}是什麼？`;
    const { reply } = await world.alone().say(question);
    const [message] = reply?.messages ?? [];
    expect(message).toMatchObject({ altText: `收到，開始研究：${question}` });
  });

  it('22. a text just over the limit refused: lengths count in UTF-16 units', async () => {
    const talk = world.alone();
    const most = `${'\u{1F30B}'.repeat(2_490)}地熱是什麼？`;
    expect(most).toHaveLength(4_986);
    expect((await talk.say(most)).words).toContain('收到，開始研究');
    await talk.say('取消');
    const { words } = await talk.say(`${'\u{1F30B}'.repeat(2_500)}地熱是什麼？`);
    expect(words).toContain('這個問題有 5006 個字');
  });

  it('28. quick replies are gone: they stand on the last message', async () => {
    const talk = world.alone();
    world.line.quota.limit = { type: 'limited', value: 0 };
    const { runId } = await talk.say(QUESTION);
    await talk.endOf(runId).finally(() => (world.line.quota.limit = { type: 'none' }));
    const { reply } = await talk.say('謝謝');
    expect(reply?.messages.map((message) => 'quickReply' in message)).toEqual([false, true]);
  });

  it('29. a quote refused: each answer quotes the message that it answers, in its own chat', async () => {
    const talks = [world.inGroup(), world.inGroup()];
    const heard = await Promise.all(talks.map((talk) => talk.say(`${BOT} ${QUESTION}`)));
    const quotes = heard.map(({ reply }) => {
      const [first] = reply?.messages ?? [];
      const token = first !== undefined && 'quoteToken' in first ? first.quoteToken : undefined;
      return quotedBy(token ?? '')?.chatId;
    });
    expect(quotes).toEqual(talks.map((talk) => talk.to));
  });

  it('18. unknown and invalid properties: LINE refused none of all these messages', async () => {
    const talk = world.alone();
    await talk.endOf((await talk.say(QUESTION)).runId);
    for (const words of [
      '說明',
      '我的報告',
      '所有版本',
      '連結',
      '深入第九十章',
      '補來源',
      '那個呢',
    ]) {
      await talk.say(words);
    }
    const sent = world.line.journal.filter(({ path }) => /message\/(?:reply|push)$/.test(path));
    expect(sent.length).toBeGreaterThan(8);
    expect(sent.filter(({ status }) => status !== 200)).toEqual([]);
  });
});
