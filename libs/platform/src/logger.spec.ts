import { Retryable } from '@dossier/contracts';
import { createLogger, describeError, nestLoggerOf } from './logger.ts';

describe('describeError', () => {
  it('keeps class, message, codes and causes', () => {
    const cause = Object.assign(new Error('14 UNAVAILABLE'), { code: 14 });
    expect(describeError(new Retryable('publish-failed', { cause }))).toMatchObject({
      type: 'Retryable',
      reason: 'publish-failed',
      cause: { message: '14 UNAVAILABLE', code: 14 },
    });
  });

  it('drops whatever a client hangs on its errors: answers, requests, tokens', () => {
    const error = Object.assign(new Error('400 - Bad Request'), {
      body: 'the words of a person',
      request: { headers: { authorization: 'Bearer secret' } },
    });
    expect(JSON.stringify(describeError(error))).not.toMatch(/words of a person|Bearer/);
  });

  it('survives a cycle of causes and things that are no errors', () => {
    const error: Error & { cause?: unknown } = new Error('circular');
    error.cause = error;
    expect(JSON.stringify(describeError(error))).toContain('circular');
    expect(describeError('text of a person')).toEqual({ type: 'string' });
  });
});

const USER = 'U8e742f61d673b39c7fff3cecb7536ef0';
const GROUP = 'C4af4980629000000000000000000000a';
/** The first ten digits of their SHA-256, by `sha256sum`. */
const USER_HASH = 'U#9e9fee495d';
const GROUP_HASH = 'C#7797aef7f4';

describe('a line of the log', () => {
  function aLogger() {
    const lines: string[] = [];
    const logger = createLogger('debug', 'test', { write: (line) => void lines.push(line) });
    return { logger, lines };
  }

  it('names people and groups by a hash, in the message and in every field', () => {
    const { logger, lines } = aLogger();
    const child = logger.child({ to: USER });
    child.info({ nested: [{ [GROUP]: `user:${USER}` }] }, `push to ${USER} in ${GROUP}`);
    expect(lines).toHaveLength(1);
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({
      to: USER_HASH,
      nested: [{ [GROUP_HASH]: `user:${USER_HASH}` }],
      message: `push to ${USER_HASH} in ${GROUP_HASH}`,
    });
  });

  it("names nobody that an error's message, stack or causes name", () => {
    const { logger, lines } = aLogger();
    const path = `projects/p/databases/(default)/documents/conversations/user:${USER}`;
    const cause = new Error(`5 NOT_FOUND: no entity to update: ${path}`, {
      cause: new Error(`at ${encodeURIComponent(path)}`),
    });
    logger.error({ err: new Error(`cannot write ${path}`, { cause }) }, 'failed');
    expect(lines.join()).not.toMatch(/[UCR][0-9a-f]{32}/);
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({
      err: {
        message: expect.stringContaining(`user:${USER_HASH}`) as string,
        stack: expect.stringContaining(`user:${USER_HASH}`) as string,
        cause: { cause: { message: expect.stringContaining(USER_HASH) as string } },
      },
    });
  });

  it("names nobody in what Nest's own logger writes", () => {
    const { logger, lines } = aLogger();
    const nest = nestLoggerOf(logger);
    nest.warn(`profile of ${USER}`, `Context ${USER}`);
    nest.error(new Error(`profile of ${USER}`), 'Context');
    nest.fatal?.(`profile of ${USER}`);
    expect(lines).toHaveLength(3);
    expect(lines.join()).not.toContain(USER);
    expect(lines.join().match(new RegExp(USER_HASH, 'g'))?.length).toBeGreaterThanOrEqual(5);
  });

  it.each([
    'Bearer eyJhbGciOiJIUzI1NiJ9.e30.top-_secret~+/==',
    'request had authorization: bearer top-secret',
    '{"Authorization":"Basic top-secret"}',
    `{ authorization: 'Bearer top-secret' }`,
    'Authorization=top-secret',
    `headers: {"authorization": ["Bearer top-secret"]}`,
  ])('has no credentials, and is still JSON: %s', (text) => {
    const { logger, lines } = aLogger();
    logger.warn({ err: new Error(text), text, authorization: text }, text);
    expect(lines.join()).not.toMatch(/top-?_?secret/);
    const entry = JSON.parse(lines[0] ?? '') as Record<string, unknown>;
    expect(entry['message']).toContain('[redacted]');
  });

  it('stays JSON when a field named authorization is no text', () => {
    const { logger, lines } = aLogger();
    logger.info({ authorization: null, list: { authorization: { scheme: 'none' } } }, 'done');
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({
      authorization: null,
      list: { authorization: { scheme: 'none' } },
    });
  });

  it('keeps run ids, hashes and codes as they are', () => {
    const { logger, lines } = aLogger();
    const runId = '3f2a4a0e-5d5b-5c1e-9f0a-0123456789ab';
    const sha256 = 'c0ffee00'.repeat(8);
    logger.info({ runId, sha256, reason: 'busy' }, 'plan claimed');
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({ runId, sha256, message: 'plan claimed' });
  });
});
