import { commandFor, runIdOf } from '@dossier/contracts';
import {
  bodyOf,
  givenUp,
  refused,
  startDeadLetters,
  type DeadLettersUnderTest,
} from './dead-letters.kit.ts';

let cloud: DeadLettersUnderTest;
beforeAll(async () => {
  cloud = await startDeadLetters();
});
afterAll(() => cloud.close());

describe('the archive of dead letters', () => {
  it('records a command that Pub/Sub gave up, fails its stage, and has the user told', async () => {
    const key = await cloud.openRun();
    const delivery = givenUp(bodyOf(key, 'plan'), { traceparent: '00-trace', runId: key.runId });
    const { id, kind, effect } = await cloud.archive.archive('plan', delivery);
    expect({ kind, effect }).toEqual({ kind: 'recorded', effect: 'marked-failed' });
    const { command, attributes, ...letter } = await cloud.letters.read(id);
    expect(letter).toMatchObject({
      state: 'open',
      stage: 'plan',
      reason: 'delivery-attempts-exhausted',
      deliveryAttempts: 5,
      publishedAt: '2026-12-01T00:00:00.000Z',
      replayCount: 0,
    });
    expect(command).toEqual({ ...key, stage: 'plan', step: 0 });
    expect(attributes).toMatchObject({
      traceparent: '00-trace',
      'x-origin-CloudPubSubDeadLetterSourceSubscription': 'dossier.plan.planner',
    });
    const workspace = await cloud.workspaces.read(key.runId);
    expect(workspace?.versions['1']?.stages.plan?.status).toBe('failed');
    expect(Object.keys(workspace?.outbox ?? {})).toEqual(['1.notify.0']);
  });

  it('records the same dead letter once, and an earlier end is not told again', async () => {
    const key = await cloud.failedRun();
    const delivery = refused(bodyOf(key, 'plan'), 'attempts-exhausted');
    const first = await cloud.archive.archive('plan', delivery);
    expect(first).toMatchObject({ kind: 'recorded', effect: 'failed-before' });
    const before = await cloud.workspaces.read(key.runId);
    const again = await cloud.archive.archive('plan', { ...delivery, messageId: 'other-copy' });
    expect(again).toMatchObject({ id: first.id, kind: 'known' });
    await expect(cloud.workspaces.read(key.runId)).resolves.toEqual(before);
  });

  it.each(['malformed', 'wrong-topic', 'unknown-version', 'stage-not-due', 'step-not-due'])(
    'leaves a healthy run alone for a command refused as %s',
    async (reason) => {
      const key = await cloud.openRun();
      const before = await cloud.workspaces.read(key.runId);
      const { effect } = await cloud.archive.archive('plan', refused(bodyOf(key, 'plan'), reason));
      expect(effect).toBe('recorded-only');
      await expect(cloud.workspaces.read(key.runId)).resolves.toEqual(before);
    },
  );

  it('fails no run for a command that pretends both ways to be dead', async () => {
    const key = await cloud.openRun();
    const forged = givenUp(bodyOf(key, 'plan'), { deadLetterReason: 'malformed' });
    await cloud.archive.archive('plan', forged);
    const workspace = await cloud.workspaces.read(key.runId);
    expect(workspace?.versions['1']?.status).toBe('running');
  });

  it('keeps two letters apart whose message ids were forged to be one', async () => {
    const attributes = { deadLetterMessageId: 'forged' };
    const one = await cloud.archive.archive('plan', refused(Buffer.from('one'), 'malformed'));
    const forged = givenUp(Buffer.from('two'), attributes);
    const two = await cloud.archive.archive('plan', forged);
    const three = await cloud.archive.archive('plan', { ...forged, messageId: 'another' });
    expect(new Set([one.id, two.id, three.id]).size).toBe(3);
  });

  it('says what the last attempt died of', async () => {
    const key = await cloud.openRun();
    const at = '2026-12-01T00:00:00.000Z';
    const plan = {
      status: 'waiting',
      ...{ attempts: 5, step: 0, startedAt: at, waitingSince: at },
      lastError: { kind: 'Retryable', reason: 'lease-expired', at },
    } as const;
    await cloud.patchVersion(key, { stages: { plan } });
    const { id } = await cloud.archive.archive('plan', givenUp(bodyOf(key, 'plan')));
    await expect(cloud.letters.read(id)).resolves.toMatchObject({
      detail: 'last attempt: Retryable lease-expired',
    });
  });

  it('sets a version apart that was resumed too often, and names the replay before', async () => {
    const key = await cloud.failedRun();
    const predecessor = 'plan-0123456789abcdef0123';
    await cloud.patchVersion(key, { resumptions: 3, resumedBy: `dlq/${predecessor}/3` });
    const { id } = await cloud.archive.archive('plan', refused(bodyOf(key, 'plan'), 'TypeError'));
    await expect(cloud.letters.read(id)).resolves.toMatchObject({
      state: 'quarantined',
      replayOf: predecessor,
      replayCount: 3,
    });
  });

  it('keeps a body of 10 MB, byte by byte', async () => {
    const body = Buffer.alloc(9_990_000);
    for (let index = 0; index < body.length; index += 1) body[index] = (index * 31) % 251;
    const { id } = await cloud.archive.archive('plan', refused(body, 'malformed'));
    const kept = await cloud.letters.readBody(id);
    expect(Buffer.compare(body, kept)).toBe(0);
    await expect(cloud.letters.read(id)).resolves.toMatchObject({
      bodyBytes: body.length,
      command: null,
    });
  });

  it('records a body whose nesting no stack holds', async () => {
    const nested = `${'['.repeat(20_000)}${']'.repeat(20_000)}`;
    const delivery = givenUp(Buffer.from(`{"runId":${nested}}`));
    const { id, kind } = await cloud.archive.archive('plan', delivery);
    expect(kind).toBe('recorded');
    await expect(cloud.letters.read(id)).resolves.toMatchObject({ command: null });
  });

  it('lets a letter without any marks speak for its stage: nobody refused it', async () => {
    const key = await cloud.openRun();
    const delivery = { ...givenUp(bodyOf(key, 'plan')), attributes: {} };
    const archived = await cloud.archive.archive('plan', delivery);
    expect(archived).toMatchObject({ reason: 'unexplained', effect: 'marked-failed' });
  });

  it('keeps hostile attributes: a hundred, reserved names, control characters, full length', async () => {
    const many: Record<string, string> = {};
    for (let index = 0; index < 88; index += 1) {
      many[`鍵${index}`.padEnd(80, 'k')] = `${'\u0000'.repeat(1_000)}🀄`;
    }
    const odd = { __name__: 'x', __proto: 'y', 'a.b/c`': 'z', constructor: 'w' };
    const attributes: Record<string, string> = { ...many, ...odd };
    const key = { runId: runIdOf('hostile'), version: 1 };
    const delivery = refused(bodyOf(key, 'plan'), 'unknown-run\u0000\n', attributes);
    const { id } = await cloud.archive.archive('plan', delivery);
    const letter = await cloud.letters.read(id);
    expect(letter.attributes).toEqual(attributes);
    expect(letter.reason).toBe('unknown-run');
    expect(letter.command).toEqual({ ...commandFor(key, 'plan') });
  });
});
