import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { FakeLine } from '@dossier/fake-line';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import { Test } from '@nestjs/testing';
import { ChatModule } from './chat.module.ts';
import { openEventStream, type EventStream } from './event-stream.builder.ts';
import { ProgressFeed } from './progress-feed.ts';

const BOT = { channelSecret: 'secret', accessToken: 'token' };
const PAGE = { 'sec-fetch-site': 'same-origin', 'content-type': 'application/json' };

const USER = `U${'d055'.repeat(8)}`;
const ALONE = { as: USER, chat: USER };

describe('the chat page and its endpoints', () => {
  let line: FakeLine;
  let app: NestFastifyApplication;
  let url: string;
  let bot: Server;
  let botStatus: number;
  const progress = new ProgressFeed();
  const streams: EventStream[] = [];

  beforeAll(async () => {
    line = await FakeLine.start(BOT);
    bot = createServer((request, response) => {
      request.resume().on('end', () => response.writeHead(botStatus).end());
    });
    await new Promise<void>((resolve) => bot.listen(0, '127.0.0.1', resolve));
    line.webhookUrl = `http://127.0.0.1:${(bot.address() as AddressInfo).port}/`;
    const module = ChatModule.forRoot({ fakeLine: line, examples: ['問題一'], progress });
    const built = await Test.createTestingModule({ imports: [module] }).compile();
    app = built.createNestApplication<NestFastifyApplication>(new FastifyAdapter());
    await app.listen(0, '127.0.0.1');
    url = await app.getUrl();
  }, 60_000);
  beforeEach(() => {
    botStatus = 200;
  });
  afterEach(async () => {
    for (const stream of streams.splice(0)) await stream.close();
  });
  afterAll(async () => {
    await app.close();
    await line.close();
    bot.close();
  });

  const get = (path: string, headers: Record<string, string> = {}) =>
    app.inject({ method: 'GET', url: path, headers });
  const post = (path: string, body: object, headers: Record<string, string> = PAGE) =>
    app.inject({ method: 'POST', url: path, headers, payload: JSON.stringify(body) });
  const follow = async (after: number, headers?: Record<string, string>) => {
    const stream = await openEventStream(`${url}/chat/events?after=${after}`, headers);
    streams.push(stream);
    return stream;
  };
  const cursor = async () => (await get('/chat/state')).json<{ cursor: number }>().cursor;
  const push = (text: string) => {
    const payload = { to: USER, messages: [{ type: 'text', text }] };
    return fetch(`${line.url}/v2/bot/message/push`, {
      method: 'POST',
      headers: { authorization: 'Bearer token', 'content-type': 'application/json' },
      body: JSON.stringify(payload),
    });
  };

  it('serves the page under a policy that allows nothing from elsewhere and nothing inline', async () => {
    const page = await get('/');
    expect(page.statusCode).toBe(200);
    expect(page.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(page.headers['content-security-policy']).toBe(
      "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; " +
        "base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    );
    expect(page.headers['x-content-type-options']).toBe('nosniff');
    expect(page.body).not.toMatch(/<script(?![^>]*\bsrc=)|<style|\sstyle=|\son[a-z]+=|https?:/);
  });

  it('serves every file that the page and its modules ask for', async () => {
    const page = (await get('/')).body;
    const asked = [...page.matchAll(/\b(?:href|src)="([^"]+)"/g)].map(([, path = '']) => path);
    expect(asked).toEqual(expect.arrayContaining(['/chat/page.js', '/chat/page.css']));
    const seen = new Set<string>();
    for (let path = asked.pop(); path !== undefined; path = asked.pop()) {
      if (seen.has(path)) continue;
      seen.add(path);
      const file = await get(path);
      expect([path, file.statusCode]).toEqual([path, 200]);
      for (const [, name] of file.body.matchAll(/from '\.\/([\w.-]+)'/g))
        asked.push(`/chat/${name}`);
      expect(file.headers['x-content-type-options']).toBe('nosniff');
    }
    expect([...seen]).toEqual(
      expect.arrayContaining(['/chat/flex.js', '/chat/events.js', '/chat/chat.js']),
    );
    expect((await get('/chat/chat.controller.ts')).statusCode).toBe(404);
    expect((await get('/chat/..%2Fchat.module.ts')).statusCode).toBe(404);
  });

  it('sends a text as a signed webhook, and shows it with the webhook answer in the stream', async () => {
    const stream = await follow(await cursor());
    const answer = await post('/chat/messages', { ...ALONE, text: '離岸風電的國產化？' });
    expect([answer.statusCode, answer.json()]).toEqual([
      200,
      { ok: true, status: 200, reason: 'OK' },
    ]);
    const entry = await stream.next('entry');
    expect(entry.data).toMatchObject({ from: 'user', text: '離岸風電的國產化？' });
    expect((await stream.next('webhook')).data).toMatchObject({
      entryId: Number(entry.id),
      ok: true,
    });
    const history = (await get('/chat/state')).json<{ entries: object[] }>();
    expect(history).toMatchObject({ botName: 'Dossier 研究助理', examples: ['問題一'] });
    expect(history.entries.at(-1)).toEqual(entry.data);
  });

  it('sends a postback with its display text', async () => {
    await post('/chat/postbacks', { ...ALONE, data: 'act=status', displayText: '查看進度' });
    expect(line.history(USER).at(-1)).toMatchObject({
      text: '查看進度',
      postbackData: 'act=status',
    });
  });

  it('says which message the webhook refused, to open pages and to those opened later', async () => {
    botStatus = 401;
    const before = await cursor();
    const answer = await post('/chat/messages', { ...ALONE, text: '收不到' });
    expect(answer.json()).toEqual({ ok: false, status: 401, reason: 'error_status_code' });
    const later = await follow(before);
    const entry = await later.next('entry');
    expect((await later.next('webhook')).data).toMatchObject({
      entryId: Number(entry.id),
      status: 401,
    });
  });

  it('goes on after the last event that a reconnecting browser saw, without gap or repeat', async () => {
    await post('/chat/messages', { ...ALONE, text: '第一句' });
    const seen = await cursor();
    await push('第二句');
    const stream = await follow(0, { 'last-event-id': String(seen) });
    await push('第三句');
    const texts = [await stream.next('entry'), await stream.next('entry')].map(({ data }) => data);
    expect(texts).toMatchObject([{ message: { text: '第二句' } }, { message: { text: '第三句' } }]);
  });

  it('tells a page that shows another database to start again, and gives it the whole chat', async () => {
    await post('/chat/messages', { ...ALONE, text: '你好' });
    const stream = await follow(1_000_000);
    await stream.next('reset');
    expect((await stream.next('entry')).data).toMatchObject({ id: line.history(USER)[0]?.id });
  });

  it('shows the loading animation until the bot speaks, also to a page opened meanwhile', async () => {
    await post('/chat/messages', { ...ALONE, text: '請研究' });
    await fetch(`${line.url}/v2/bot/chat/loading/start`, {
      method: 'POST',
      headers: { authorization: 'Bearer token', 'content-type': 'application/json' },
      body: JSON.stringify({ chatId: USER, loadingSeconds: 60 }),
    });
    const { at } = line.loading.at(-1) ?? { at: new Date(0) };
    const loading = await (await follow(await cursor())).next('loading');
    expect(loading.data).toEqual({
      chatId: USER,
      until: new Date(at.getTime() + 60_000).toISOString(),
    });
    await push('完成');
    const after = await follow(await cursor());
    progress.publish({ runId: 'r', version: 1, stage: 'plan', status: 'started', at });
    await after.next('progress');
    expect(after.seen('loading')).toEqual([]);
  });

  it('streams the progress of stages, and where they stand to a page opened later', async () => {
    const at = new Date('2026-12-01T00:00:00Z');
    const stream = await follow(await cursor());
    progress.publish({ runId: 'run', version: 2, stage: 'plan', status: 'started', at });
    const done = {
      runId: 'run',
      version: 2,
      stage: 'plan',
      status: 'done',
      at: new Date(+at + 900),
    } as const;
    progress.publish(done);
    await stream.until('progress', { runId: 'run', status: 'done', startedAt: at.toISOString() });
    const later = await follow(await cursor());
    await later.until('progress', { runId: 'run', status: 'done', startedAt: at.toISOString() });
  });

  it.each([
    ['an empty text', '/chat/messages', { ...ALONE, text: ' \n' }, '請輸入 1 到 5000 個字元'],
    ['5,001 UTF-16 units', '/chat/messages', { ...ALONE, text: `${'😀'.repeat(2500)}!` }, '5000'],
    ['no text', '/chat/messages', { ...ALONE, text: 5 }, '請輸入'],
    ['a field that nobody knows', '/chat/messages', { ...ALONE, text: 'a', userId: 'U' }, 'userId'],
    ['a postback without data', '/chat/postbacks', ALONE, 'data'],
    ['postback data over 300', '/chat/postbacks', { ...ALONE, data: 'x'.repeat(301) }, '300'],
  ])('refuses %s with a message for people', async (_, path, body, words) => {
    const before = line.history(USER).length;
    const answer = await post(path, body);
    expect([answer.statusCode, answer.body]).toEqual([400, expect.stringContaining(words)]);
    expect(line.history(USER)).toHaveLength(before);
  });

  it('takes exactly 5,000 UTF-16 units', async () => {
    expect((await post('/chat/messages', { ...ALONE, text: '😀'.repeat(2500) })).statusCode).toBe(
      200,
    );
  });

  it.each([
    ['another site', 403, { ...PAGE, 'sec-fetch-site': 'cross-site' }],
    ['another port of this machine', 403, { ...PAGE, 'sec-fetch-site': 'same-site' }],
    [
      'an origin that is not ours',
      403,
      { 'content-type': 'application/json', origin: 'http://evil.example' },
    ],
    ['nobody knows where', 403, { 'content-type': 'application/json' }],
    ['a name that a stranger registered', 403, { ...PAGE, host: 'rebound.example' }],
    ['a plain form', 415, { ...PAGE, 'content-type': 'text/plain' }],
  ])('refuses a message from %s', async (_, status, headers) => {
    const before = line.history(USER).length;
    expect((await post('/chat/messages', { ...ALONE, text: 'hi' }, headers)).statusCode).toBe(
      status,
    );
    expect(line.history(USER)).toHaveLength(before);
  });

  it('lets nobody else read the chat', async () => {
    for (const path of ['/chat/state', '/chat/events']) {
      const statuses = await Promise.all([
        get(path, { 'sec-fetch-site': 'cross-site' }),
        get(path, { host: 'rebound.example' }),
        get(path, { origin: 'http://evil.example' }),
      ]);
      expect(statuses.map(({ statusCode }) => statusCode)).toEqual([403, 403, 403]);
    }
  });

  it('works over plain http under an address of the network, where browsers send only Origin', async () => {
    const headers = { 'content-type': 'application/json', host: '192.168.1.7:4000' };
    const own = { ...headers, origin: 'http://192.168.1.7:4000' };
    expect((await post('/chat/messages', { ...ALONE, text: 'hi' }, own)).statusCode).toBe(200);
  });
});

describe('closing the application', () => {
  it('ends the open streams instead of waiting for them', async () => {
    const line = await FakeLine.start(BOT);
    const module = ChatModule.forRoot({ fakeLine: line, examples: [] });
    const built = await Test.createTestingModule({ imports: [module] }).compile();
    const app = built.createNestApplication<NestFastifyApplication>(new FastifyAdapter());
    await app.listen(0, '127.0.0.1');
    const stream = await openEventStream(`${await app.getUrl()}/chat/events`);
    await app.close();
    await stream.ended();
    await line.close();
  }, 30_000);
});
