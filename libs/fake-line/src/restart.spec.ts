import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { webhook } from '@line/bot-sdk';
import { aCard, USER } from './card.builder.ts';
import { HandClock, refusalOf, startLineSession } from './line-session.builder.ts';
import { listenForWebhooks, type WebhookListener } from './webhook-listener.builder.ts';

describe('a restart on the same database file', () => {
  let folder: string;
  let bot: WebhookListener;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'fake-line-'));
    bot = await listenForWebhooks();
  });
  afterAll(async () => {
    await bot.close();
    await rm(folder, { recursive: true });
  });

  it('keeps chats, quota use, retry keys and open reply tokens', async () => {
    const clock = new HandClock();
    const database = join(folder, 'line.sqlite');
    const key = randomUUID();
    const before = await startLineSession({ database }, clock);
    before.line.webhookUrl = bot.url;
    const { events } = await before.line.sendText({ userId: USER }, '你好');
    await before.client.pushMessage({ to: USER, messages: [aCard()] }, key);
    const [history, delivered] = [before.line.history(USER), before.line.delivered];
    await before.line.close();

    const after = await startLineSession({ database }, clock);
    try {
      expect(after.line.history(USER)).toEqual(history);
      expect(after.line.delivered).toEqual(delivered);
      expect(after.line).toMatchObject({ quotaUsed: 1, acceptedPushes: 1 });
      const again = after.client.pushMessage({ to: USER, messages: [aCard()] }, key);
      expect((await refusalOf(again)).status).toBe(409);
      const [event] = events as webhook.MessageEvent[];
      const replyToken = event?.replyToken ?? '';
      await after.client.replyMessage({ replyToken, messages: [{ type: 'text', text: '好' }] });
      expect(after.line.history(USER, history.at(-1)?.id)).toMatchObject([{ kind: 'reply' }]);
    } finally {
      await after.line.close();
    }
  }, 60_000);

  it('has on disk what it answered: a process that is killed after the answer loses nothing', async () => {
    const database = join(folder, 'killed.sqlite');
    const running = await startLineSession({ database });
    await running.client.pushMessage({ to: USER, messages: [aCard()] }, randomUUID());
    // A second process finds it although the first never closed its file.
    const next = await startLineSession({ database });
    expect(next.line.delivered).toEqual(running.line.delivered);
    expect(next.line.acceptedPushes).toBe(1);
    await next.line.close();
    await running.line.close();
  }, 60_000);

  it('refuses a file of another layout instead of guessing', async () => {
    const database = join(folder, 'other.sqlite');
    const other = new DatabaseSync(database);
    other.exec('PRAGMA user_version = 99');
    other.close();
    await expect(startLineSession({ database })).rejects.toThrow('layout 99');
  }, 60_000);
});
