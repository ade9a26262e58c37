import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { FakeLine } from '@dossier/fake-line';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import { Test } from '@nestjs/testing';
import { ChatModule } from './chat.module.ts';

/** One event that the bot got, as loose JSON. */
export type ReceivedEvent = Readonly<Record<string, unknown>>;

/** A running chat page with a stand-in for LINE and a bot that only takes notes. */
export interface ChatPage {
  readonly line: FakeLine;
  readonly app: NestFastifyApplication;
  readonly url: string;
  /** What the bot got, oldest first. */
  readonly received: ReceivedEvent[];
  get(path: string): Promise<{ status: number; body: Record<string, unknown> }>;
  /** As the page itself posts. */
  post(path: string, body: object): Promise<{ status: number; body: Record<string, unknown> }>;
  /** The bot sends; @returns LINE's status. */
  push(to: string, ...texts: string[]): Promise<number>;
  close(): Promise<void>;
}

/** Starts one on free ports. */
export async function startChatPage(): Promise<ChatPage> {
  const line = await FakeLine.start({ channelSecret: 'secret', accessToken: 'token' });
  const received: ReceivedEvent[] = [];
  const bot = await listenAsBot(received);
  line.webhookUrl = `http://127.0.0.1:${(bot.address() as AddressInfo).port}/`;
  const module = ChatModule.forRoot({ fakeLine: line, examples: [] });
  const built = await Test.createTestingModule({ imports: [module] }).compile();
  const app = built.createNestApplication<NestFastifyApplication>(new FastifyAdapter());
  await app.listen(0, '127.0.0.1');
  const call = async (method: 'GET' | 'POST', path: string, body?: object) => {
    const answer = await app.inject({
      method,
      url: path,
      headers: { 'sec-fetch-site': 'same-origin', 'content-type': 'application/json' },
      ...(body !== undefined && { payload: JSON.stringify(body) }),
    });
    return { status: answer.statusCode, body: answer.json<Record<string, unknown>>() };
  };
  return {
    line,
    app,
    url: await app.getUrl(),
    received,
    get: (path) => call('GET', path),
    post: (path, body) => call('POST', path, body),
    async push(to, ...texts) {
      const messages = texts.map((text) => ({ type: 'text', text }));
      const { status } = await fetch(`${line.url}/v2/bot/message/push`, {
        method: 'POST',
        headers: { authorization: 'Bearer token', 'content-type': 'application/json' },
        body: JSON.stringify({ to, messages }),
      });
      return status;
    },
    async close() {
      await app.close();
      await line.close();
      bot.close();
    },
  };
}

async function listenAsBot(received: ReceivedEvent[]): Promise<Server> {
  const bot = createServer((request, response) => {
    void request.toArray().then((chunks: Buffer[]) => {
      const { events } = JSON.parse(Buffer.concat(chunks).toString('utf8')) as {
        events: ReceivedEvent[];
      };
      received.push(...events);
      response.writeHead(200).end();
    });
  });
  await new Promise<void>((resolve) => bot.listen(0, '127.0.0.1', resolve));
  return bot;
}
