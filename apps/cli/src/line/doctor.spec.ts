import { createServer, type Server } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { FakeLine } from '@dossier/fake-line';
import { dossierMenu, verifySignature } from '@dossier/line';
import { readSettings, systemClock } from '@dossier/platform';
import type { Check } from './doctor-check.ts';
import { doctorText } from './doctor-text.ts';
import { examine, type DoctorOptions } from './doctor.ts';
import { changeMenu } from './install-menu.ts';

const SECRET = '8c570fa6dd201bb328f1c1eac23a96d8';
/** Drawn once: that takes a while. */
const MENU = dossierMenu();
const SENDER = `U${'a'.repeat(32)}`;

let line: FakeLine;
beforeEach(async () => {
  line = await FakeLine.start({ channelSecret: SECRET, accessToken: 'set-by-hand' });
  line.webhookUrl = 'https://bot.example.com/line/webhook';
}, 60_000);
afterEach(() => line.close());

/** A channel where all is well, but for the changes. */
function settings(changes: Record<string, string | undefined> = {}) {
  return readSettings({
    LINE_API_URL: line.url,
    LINE_CHANNEL_ID: '1234567890',
    LINE_CHANNEL_SECRET: SECRET,
    DOSSIER_PUBLIC_URL: 'https://bot.example.com',
    DOSSIER_ALLOWED_SENDERS: SENDER,
    ...changes,
  });
}
async function check(
  name: string,
  changes: Record<string, string | undefined> = {},
  options: DoctorOptions = {},
): Promise<Check> {
  const { checks } = await examine(settings(changes), MENU, options);
  const found = checks.find((each) => each.name === name);
  if (found === undefined) throw new Error(`no check is called ${name}`);
  return found;
}

it('finds nothing wrong with a channel that is set up, and sends nobody anything', async () => {
  const diagnosis = await examine(settings(), MENU, {});
  expect(diagnosis.ok).toBe(true);
  expect(diagnosis.checks.filter(({ status }) => status === 'warn')).toEqual([]);
  expect(line.delivered).toEqual([]);
  expect(line.quotaUsed).toBe(0);
});

it('shows no secret, no token and no id of a sender', async () => {
  const report = JSON.stringify([
    await examine(settings(), MENU, {}),
    await examine(settings({ LINE_CHANNEL_ACCESS_TOKEN: 'set-by-hand' }), MENU, {}),
  ]);
  for (const hidden of [SECRET, 'set-by-hand', SENDER]) expect(report).not.toContain(hidden);
});

describe('credentials', () => {
  it('are issued a token by LINE, or found wrong, and then LINE is asked nothing else', async () => {
    expect(await check('channel')).toMatchObject({ status: 'ok' });
    const before = line.journal.length;
    const wrong = { LINE_CHANNEL_ID: '9999999999' };
    expect(await check('channel', wrong)).toMatchObject({
      status: 'fail',
      says: expect.stringContaining('line-credentials-refused') as string,
      advice: expect.stringContaining('of the same Messaging API channel') as string,
    });
    expect(line.journal).toHaveLength(before + 1);
  });

  it('may be a token that was set by hand, which has to be replaced when LINE refuses it', async () => {
    const token = (value: string) => ({ LINE_CHANNEL_ACCESS_TOKEN: value });
    expect(await check('sending', token('set-by-hand'))).toMatchObject({ status: 'note' });
    expect(await check('channel', token('set-by-hand'))).toMatchObject({ status: 'ok' });
    expect(await check('channel', token('revoked-token'))).toMatchObject({
      status: 'fail',
      advice: expect.stringContaining('Issue a new token') as string,
    });
  });

  it('are asked for one by one when they are missing, with LINE left alone', async () => {
    const none = { LINE_CHANNEL_ID: undefined, LINE_CHANNEL_SECRET: undefined };
    const { ok, checks } = await examine(settings(none), MENU, {});
    expect(ok).toBe(false);
    const failed = checks.filter(({ status }) => status === 'fail');
    expect(failed.map(({ advice }) => advice?.split(' ')[0])).toEqual([
      'LINE_CHANNEL_SECRET',
      'LINE_CHANNEL_ID',
    ]);
    expect(line.journal).toEqual([]);
  });

  it('are doubtful when the secret has not the form of one, or a rotation is under way', async () => {
    const odd = { LINE_CHANNEL_SECRET: 'this-is-no-secret-of-line' };
    expect(await check('secret', odd)).toMatchObject({ status: 'warn' });
    const rotating = { LINE_CHANNEL_SECRET_PREVIOUS: 'f'.repeat(32) };
    expect(await check('secret', rotating)).toMatchObject({ status: 'warn' });
  });
});

describe('the webhook', () => {
  it.each([
    [undefined, 'No webhook is set.'],
    ['http://bot.example.com/line/webhook', 'is not https'],
    ['https://old.example.com/line/webhook', 'not https://bot.example.com/line/webhook'],
  ])('fails when LINE has %s', async (url, says) => {
    line.webhookUrl = url;
    const found = await check('webhook');
    expect(found.status).toBe('fail');
    expect(found.says).toContain(says);
  });

  it('may be elsewhere than the reports, when the operator says where', async () => {
    line.webhookUrl = 'https://hooks.example.com/line/webhook';
    const options = { webhookUrl: line.webhookUrl };
    expect(await check('webhook', {}, options)).toMatchObject({ status: 'ok' });
    const unknown = { DOSSIER_PUBLIC_URL: undefined };
    expect(await check('webhook', unknown)).toMatchObject({ status: 'note' });
  });

  it('fails while "Use webhook" is off', async () => {
    await line.close();
    line = await FakeLine.start({
      channelSecret: SECRET,
      accessToken: 'x'.repeat(8),
      useWebhook: false,
    });
    line.webhookUrl = 'https://bot.example.com/line/webhook';
    expect(await check('webhook')).toMatchObject({
      status: 'fail',
      advice: expect.stringContaining('"Use webhook"') as string,
    });
  });
});

describe('--test', () => {
  let bot: Server;
  let accepted: string;
  beforeEach(async () => {
    accepted = SECRET;
    bot = createServer((request, response) => {
      void request.toArray().then((chunks: Buffer[]) => {
        const header = request.headers['x-line-signature']?.toString();
        const signed = verifySignature(Buffer.concat(chunks), header, [accepted]);
        response.writeHead(signed ? 200 : 401).end();
      });
    }).listen(0, '127.0.0.1');
    await once(bot, 'listening');
    line.webhookUrl = `http://127.0.0.1:${(bot.address() as AddressInfo).port}/line/webhook`;
  });
  afterEach(() => bot.close());

  it('has LINE call the webhook', async () => {
    expect(await check('test')).toMatchObject({ status: 'note' });
    expect(await check('test', {}, { test: true })).toMatchObject({ status: 'ok' });
  });

  it('finds a secret that is of another channel', async () => {
    accepted = 'f'.repeat(32);
    const found = await check('test', {}, { test: true });
    expect(found.says).toContain('ERROR_STATUS_CODE (status 401');
    expect(found.advice).toContain('LINE_CHANNEL_SECRET is not that of this channel');
  });

  it('finds that nobody listens', async () => {
    line.webhookUrl = 'http://127.0.0.1:1/line/webhook';
    const found = await check('test', {}, { test: true });
    expect(found).toMatchObject({ status: 'fail' });
    expect(found.says).toContain('COULD_NOT_CONNECT');
  });
});

describe('the quota', () => {
  it.each([
    [159, 'ok', '159 of 200 messages used this month (79 %), 41 left.'],
    [160, 'warn', '160 of 200 messages used this month (80 %), 40 left.'],
    [200, 'fail', '200 of 200 messages used this month (100 %), 0 left.'],
  ])('with %i of 200 used is %s', async (used, status, says) => {
    line.useQuota(used);
    expect(await check('quota')).toMatchObject({ status, says });
  });

  it('without a limit is ok', async () => {
    line.quota.limit = { type: 'none' };
    expect(await check('quota')).toMatchObject({ status: 'ok' });
  });

  it('that cannot be read fails alone', async () => {
    line.fault({ path: '/v2/bot/message/quota', when: 'before', drop: true });
    const { checks } = await examine(settings(), MENU, {});
    const failed = checks.filter(({ status }) => status === 'fail');
    expect(failed).toMatchObject([{ name: 'quota', says: 'line-unreachable' }]);
  });
});

it('knows whether the menu of this release is under the chat', async () => {
  expect(await check('menu')).toMatchObject({ status: 'note' });
  const credentials = { kind: 'static', accessToken: 'set-by-hand' } as const;
  const options = { credentials, baseUrl: line.url, timeoutMs: 15_000, clock: systemClock };
  await changeMenu(options, MENU, {});
  expect(await check('menu')).toMatchObject({ status: 'ok' });
});

describe('who may ask', () => {
  const everybody = { DOSSIER_ALLOWED_SENDERS: undefined };

  it('is worth a word when it is everybody, without a limit', async () => {
    expect(await check('senders')).toMatchObject({ status: 'ok' });
    expect(await check('senders', everybody)).toMatchObject({ status: 'warn' });
    const half = { ...everybody, DOSSIER_DAILY_RUNS_PER_USER: '3' };
    expect(await check('senders', half)).toMatchObject({ status: 'warn' });
    const limited = { ...half, DOSSIER_DAILY_RUNS_PER_GROUP: '9' };
    expect(await check('senders', limited)).toMatchObject({ status: 'ok' });
  });

  it('is worth a word, too, when their personal data is not masked', async () => {
    const unmasked = { DOSSIER_MASK_PERSONAL_DATA: 'off' };
    expect(await check('masking', unmasked)).toMatchObject({ status: 'warn' });
  });
});

it.each([
  [undefined, 'http://localhost'],
  ['http://bot.example.com', 'unencrypted'],
])('warns when readers would be sent to %s', async (DOSSIER_PUBLIC_URL, says) => {
  const found = await check('reports', { DOSSIER_PUBLIC_URL });
  expect([found.status, found.says]).toEqual(['warn', expect.stringContaining(says)]);
});

it('prints a line per check, the advice beneath, and a summary', () => {
  const text = doctorText({
    ok: false,
    checks: [
      { name: 'quota', status: 'ok', says: 'The plan has\u001b[31m no limit.' },
      {
        name: 'webhook',
        status: 'fail',
        says: 'No webhook is set.',
        advice: `Set ${'a long one '.repeat(9)}.`,
      },
    ],
  });
  expect(text.split('\n')).toEqual([
    'ok    quota    The plan has [31m no limit.',
    'fail  webhook  No webhook is set.',
    `               -> Set ${'a long one '.repeat(6)}a long`,
    '                  one a long one a long one .',
    '',
    '1 check(s) failed, 0 warning(s).',
  ]);
});
