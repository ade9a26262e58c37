import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { LineClient } from '@dossier/line';
import { pino } from 'pino';
import { lineClientProvider } from './line-client.provider.ts';
import { readSettings } from './settings.ts';
import { systemClock } from './system-clock.ts';

const TOKEN = 'a-channel-access-token';
const TEXT = '使用者的問題';
const PERSON = `U${'a'.repeat(32)}`;
const KEY = '123e4567-e89b-12d3-a456-426614174000';

let line: Server;
let status: number;
beforeAll(async () => {
  line = createServer((_, response) => {
    response.writeHead(status, { 'x-line-request-id': 'r-1' }).end('{}');
  }).listen(0, '127.0.0.1');
  await once(line, 'listening');
});
afterAll(() => line.close());

/** The log of one push, with everything that is written at debug. */
async function logOfPush(): Promise<Record<string, unknown>[]> {
  const lines: string[] = [];
  const logger = pino({ level: 'debug' }, { write: (entry: string) => lines.push(entry) });
  const settings = readSettings({
    LINE_API_URL: `http://127.0.0.1:${(line.address() as AddressInfo).port}`,
    LINE_CHANNEL_ACCESS_TOKEN: TOKEN,
  });
  const client: unknown = lineClientProvider.useFactory(settings, systemClock, logger);
  if (!(client instanceof LineClient)) throw new Error('the provider makes LINE clients');
  await client.push(PERSON, [{ type: 'text', text: TEXT }], KEY).catch(() => undefined);
  expect(lines.join()).not.toMatch(new RegExp(`${TOKEN}|${TEXT}|${PERSON}`));
  return lines.map((entry) => JSON.parse(entry) as Record<string, unknown>);
}

it.each([
  [200, pino.levels.values['debug']],
  [400, pino.levels.values['warn']],
  [500, pino.levels.values['warn']],
])(
  'logs what LINE’s support asks for, and no id and no text: %i at level %i',
  async (code, level) => {
    status = code;
    expect(await logOfPush()).toEqual([
      expect.objectContaining({
        level,
        method: 'POST',
        endpoint: '/v2/bot/message/push',
        status: code,
        requestId: 'r-1',
        ms: expect.any(Number) as number,
        time: expect.any(Number) as number,
      }),
    ]);
  },
);
