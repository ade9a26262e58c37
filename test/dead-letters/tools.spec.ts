import { runIdOf } from '@dossier/contracts';
import type { DeadLetterError, DeadLetterTools } from '@dossier/dead-letters';
import {
  bodyOf,
  givenUp,
  OPERATOR,
  refused,
  startDeadLetters,
  type DeadLettersUnderTest,
} from './dead-letters.kit.ts';

let cloud: DeadLettersUnderTest;
let tools: DeadLetterTools;
beforeAll(async () => {
  cloud = await startDeadLetters();
  tools = cloud.tools;
});
afterAll(() => cloud.close());

/** A failed run with its dead letter, and the messages that its topic gets from now on. */
async function aDeadRun(attributes: Record<string, string> = {}) {
  const key = await cloud.openRun();
  const { id } = await cloud.archive.archive('plan', givenUp(bodyOf(key, 'plan'), attributes));
  return { key, id };
}

const codeOf = (code: DeadLetterError['code']): Error =>
  expect.objectContaining({ name: 'DeadLetterError', code }) as Error;

describe('replaying one dead letter', () => {
  it('takes the run up again, with the attributes it had and where it comes from', async () => {
    const { key, id } = await aDeadRun({ traceparent: '00-abc' });
    const outcome = await tools.replayOne(id, OPERATOR);
    expect(outcome).toMatchObject({
      kind: 'replayed',
      ...key,
      stage: 'plan',
      topic: 'dossier.plan',
      resumptions: 1,
      published: true,
    });
    const sent = await cloud.publishedFor(key.runId);
    expect(sent).toMatchObject({ traceparent: '00-abc', replayOf: id, replayCount: '1' });
    const { letter, audit, run, verdict } = await tools.show(id);
    expect(letter.state).toBe('replayed');
    expect(audit.map(({ what, by, why }) => [what, by, why])).toEqual([
      ['archived', 'archiver', 'delivery-attempts-exhausted'],
      ['replayed', 'ada', 'the provider is back'],
    ]);
    expect(audit[1]?.result).toBe(`resumed ${key.runId} 1.plan.0`);
    expect(run?.attempts.map(({ event }) => event)).toEqual(['plan.failed', 'plan.resumed']);
    expect(verdict).toEqual({ kind: 'skip', reason: 'already-replayed' });
  });

  it('lets exactly one of ten at once resume the run', async () => {
    const { key, id } = await aDeadRun();
    const outcomes = await Promise.all(
      Array.from({ length: 10 }, () => tools.replayOne(id, OPERATOR)),
    );
    expect(outcomes.filter(({ kind }) => kind === 'replayed')).toHaveLength(1);
    expect(outcomes.filter((each) => each.kind === 'skipped')).toEqual(
      Array.from({ length: 9 }, () => ({
        ...{ kind: 'skipped', id, reason: 'already-replayed', closed: false },
      })),
    );
    const workspace = await cloud.workspaces.read(key.runId);
    expect(workspace?.versions['1']?.resumptions).toBe(1);
  });

  it('loses nothing when Pub/Sub does not answer: the command stands in the outbox', async () => {
    const { key, id } = await aDeadRun();
    const mute = cloud.toolsWith({
      publisher: { publish: () => Promise.reject(cloud.publishFailure()) },
    });
    await expect(mute.replayOne(id, OPERATOR)).resolves.toMatchObject({
      kind: 'replayed',
      published: false,
    });
    const workspace = await cloud.workspaces.read(key.runId);
    expect(Object.keys(workspace?.outbox ?? {})).toEqual(['1.plan.0']);
    expect(workspace?.wakeAt).toBeDefined();
  });

  it('closes what can never be replayed, and says why', async () => {
    const { key, id } = await aDeadRun();
    await cloud.patchVersion(key, { status: 'cancelled' });
    const skipped = { kind: 'skipped', id, reason: 'cancelled', closed: true };
    await expect(tools.replayOne(id, OPERATOR)).resolves.toEqual(skipped);
    await expect(tools.replayOne(id, OPERATOR)).resolves.toEqual(skipped);
    const { letter, audit } = await tools.show(id);
    expect(letter.state).toBe('skipped');
    expect(audit.map(({ what }) => what)).toEqual(['archived', 'skipped']);
  });

  it('leaves a letter open whose run is still going on', async () => {
    const key = await cloud.openRun();
    const stray = refused(bodyOf(key, 'write'), 'stage-not-due');
    const { id } = await cloud.archive.archive('write', stray);
    const before = await cloud.workspaces.read(key.runId);
    await expect(tools.replayOne(id, OPERATOR)).resolves.toEqual({
      ...{ kind: 'skipped', id, reason: 'still-running', closed: false },
    });
    await expect(cloud.letters.read(id)).resolves.toMatchObject({ state: 'open' });
    await expect(cloud.workspaces.read(key.runId)).resolves.toEqual(before);
  });

  it('closes a letter of a run that nobody knows', async () => {
    const key = { runId: runIdOf('never-opened'), version: 1 };
    const { id } = await cloud.archive.archive('plan', refused(bodyOf(key, 'plan'), 'unknown-run'));
    await expect(tools.replayOne(id, OPERATOR)).resolves.toMatchObject({
      reason: 'unknown-run',
      closed: true,
    });
  });

  it('takes a quarantined one only when forced', async () => {
    const key = await cloud.openRun();
    const worn = givenUp(bodyOf(key, 'plan'), { replayCount: '3' });
    const { id } = await cloud.archive.archive('plan', worn);
    await expect(cloud.letters.read(id)).resolves.toMatchObject({ state: 'quarantined' });
    await expect(tools.replayOne(id, OPERATOR)).resolves.toMatchObject({ reason: 'quarantined' });
    const forced = await tools.replayOne(id, { ...OPERATOR, force: true });
    expect(forced).toMatchObject({ kind: 'replayed' });
  });

  it('is foretold by its dry run, with the same options, which writes nothing', async () => {
    const key = await cloud.openRun();
    const worn = givenUp(bodyOf(key, 'plan'), { replayCount: '3' });
    const { id } = await cloud.archive.archive('plan', worn);
    const verdict = { kind: 'skip', reason: 'quarantined' };
    await expect(tools.planOne(id)).resolves.toEqual({ verdict, route: null });
    const command = { ...key, stage: 'plan', step: 0 };
    await expect(tools.planOne(id, { force: true })).resolves.toEqual({
      ...{ verdict: { kind: 'replay', command }, route: 'dossier.plan' },
    });
    await expect(tools.planOne(id, { force: true, target: 'lab' })).resolves.toEqual({
      ...{ verdict: { kind: 'redirect' }, route: 'lab' },
    });
    await expect(tools.planOne(id, { target: 'lab' })).resolves.toEqual({ verdict, route: null });
    await expect(cloud.letters.read(id)).resolves.toMatchObject({ auditLength: 1 });
    await expect(tools.planOne('nothing')).rejects.toThrow(codeOf('not-found'));
  });

  it('refuses a body that is no command until it is edited', async () => {
    const key = await cloud.failedRun();
    const { id } = await cloud.archive.archive('plan', refused(Buffer.from('<html>'), 'malformed'));
    const refusal = { kind: 'refused', id, reason: 'malformed' };
    await expect(tools.replayOne(id, OPERATOR)).resolves.toEqual(refusal);
    const command = { ...key, stage: 'plan', step: 0 };
    await tools.edit(id, [{ op: 'replace', path: '', value: command }], OPERATOR);
    await expect(tools.replayOne(id, OPERATOR)).resolves.toMatchObject({ kind: 'replayed' });
  });

  it('sends the message as it was to another topic, and does not touch the run', async () => {
    const { key, id } = await aDeadRun({ traceparent: '00-abc' });
    const before = await cloud.workspaces.read(key.runId);
    const received = await cloud.watchNewTopic('quarantine-lab');
    const outcome = await tools.replayOne(id, { ...OPERATOR, target: 'quarantine-lab' });
    expect(outcome).toMatchObject({ kind: 'redirected', topic: 'quarantine-lab' });
    const message = await received();
    expect(message.data).toEqual(bodyOf(key, 'plan'));
    expect(message.attributes).toMatchObject({ traceparent: '00-abc', replayOf: id });
    await expect(cloud.letters.read(id)).resolves.toMatchObject({ state: 'replayed' });
    await expect(cloud.workspaces.read(key.runId)).resolves.toEqual(before);
  });

  it('leaves the record open when the other topic does not take the message', async () => {
    const { id } = await aDeadRun();
    const elsewhere = tools.replayOne(id, { ...OPERATOR, target: 'no-such-topic' });
    await expect(elsewhere).rejects.toThrow(codeOf('publish-failed'));
    await expect(cloud.letters.read(id)).resolves.toMatchObject({ state: 'open' });
  });

  it('knows no dead letter by a wrong id, a path among them', async () => {
    for (const id of ['plan-00000000000000000000', '../workspaces/x', '']) {
      await expect(tools.replayOne(id, OPERATOR)).rejects.toThrow(codeOf('not-found'));
    }
  });
});

describe('editing a dead letter', () => {
  it('keeps what arrived, the patch, and both bodies', async () => {
    const { key, id } = await aDeadRun();
    const patch = [{ op: 'replace', path: '/version', value: 2 }];
    const result = await tools.edit(id, patch, OPERATOR);
    expect(result.flags).toEqual(['version-changed']);
    const { letter, body, audit } = await tools.show(id);
    expect(letter.command).toMatchObject({ version: 2 });
    expect(body.content).toBe(bodyOf(key, 'plan').toString());
    expect(audit.at(-1)).toMatchObject({
      what: 'edited',
      by: 'ada',
      edit: { patch: JSON.stringify(patch), before: body.content, after: result.after },
    });
    await expect(tools.replayOne(id, OPERATOR)).resolves.toMatchObject({
      reason: 'unknown-version',
      closed: false,
    });
  });

  it('opens a skipped one again', async () => {
    const key = { runId: runIdOf('never-opened-either'), version: 1 };
    const { id } = await cloud.archive.archive('plan', refused(bodyOf(key, 'plan'), 'unknown-run'));
    await tools.replayOne(id, OPERATOR);
    const { runId } = await cloud.failedRun();
    await tools.edit(id, [{ op: 'replace', path: '/runId', value: runId }], OPERATOR);
    await expect(tools.replayOne(id, OPERATOR)).resolves.toMatchObject({ kind: 'replayed', runId });
  });

  it('is refused for a closed one, and changes nothing when the result is no command', async () => {
    const { id } = await aDeadRun();
    const bad = [{ op: 'remove', path: '/stage' }];
    await expect(tools.edit(id, bad, OPERATOR)).rejects.toThrow(codeOf('not-a-command'));
    await expect(cloud.letters.read(id)).resolves.toMatchObject({ editedBody: null });
    await tools.replayOne(id, OPERATOR);
    const good = [{ op: 'replace', path: '/step', value: 1 }];
    await expect(tools.edit(id, good, OPERATOR)).rejects.toThrow(codeOf('not-editable'));
  });
});

describe('purging dead letters', () => {
  it('asks for a reason and a confirmation, and says how many would go', async () => {
    const { key, id } = await aDeadRun();
    const filter = { runId: key.runId };
    const unsure = { ...OPERATOR, confirm: false };
    await expect(tools.purge({ filter }, { ...unsure, reason: ' ' })).rejects.toThrow(
      codeOf('reason-missing'),
    );
    await expect(tools.purge({ filter }, unsure)).rejects.toMatchObject({
      code: 'purge-not-confirmed',
      count: 1,
    });
    await expect(cloud.letters.read(id)).resolves.toMatchObject({ state: 'open' });
  });

  it('takes body, attributes and edits away, and keeps who did it and why', async () => {
    const { key, id } = await aDeadRun({ secret: 'x' });
    await tools.edit(id, [{ op: 'replace', path: '/step', value: 1 }], OPERATOR);
    const sure = { ...OPERATOR, reason: 'a test message', confirm: true };
    await expect(tools.purge({ ids: [id] }, sure)).resolves.toEqual({ purged: [id], already: [] });
    await expect(tools.purge({ ids: [id] }, sure)).resolves.toEqual({ purged: [], already: [id] });
    await expect(tools.list({ runId: key.runId })).resolves.toEqual([]);
    const { letter, body, audit } = await tools.show(id);
    expect(letter).toMatchObject({ state: 'purged', attributes: {}, editedBody: null });
    expect(body.content).toBe('');
    expect(audit.at(-1)).toMatchObject({ what: 'purged', by: 'ada', why: 'a test message' });
    expect(audit.filter(({ edit }) => edit !== undefined)).toEqual([]);
  });

  it('records a copy that is delivered late as nothing new', async () => {
    const key = await cloud.openRun();
    const delivery = givenUp(bodyOf(key, 'plan'));
    const { id } = await cloud.archive.archive('plan', delivery);
    await tools.purge({ ids: [id] }, { ...OPERATOR, confirm: true });
    await expect(cloud.archive.archive('plan', delivery)).resolves.toMatchObject({ kind: 'known' });
    await expect(tools.list({ runId: key.runId })).resolves.toEqual([]);
  });
});

describe('looking at dead letters', () => {
  it('filters by stage, reason, attempts, time and body, the oldest first', async () => {
    const mark = `lookout-${Math.trunc(performance.now())}`;
    const bodies = [`{"${mark}":1}`, `{"${mark}":2}`, `{"${mark}":3}`];
    const ids: string[] = [];
    for (const body of bodies) {
      const delivery = refused(Buffer.from(body), 'malformed', { mark });
      ids.push((await cloud.archive.archive('search', delivery)).id);
    }
    const of = async (filter: Parameters<typeof tools.list>[0]): Promise<string[]> =>
      (await tools.list({ pattern: mark, ...filter })).map(({ id }) => id);
    await expect(of({})).resolves.toEqual(ids);
    await expect(of({ pattern: `"${mark}":[23]` })).resolves.toEqual(ids.slice(1));
    await expect(of({ stages: ['search'], reasons: ['malformed'] })).resolves.toEqual(ids);
    await expect(of({ stages: ['write'] })).resolves.toEqual([]);
    await expect(of({ minAttempts: 2 })).resolves.toEqual([]);
    await expect(of({ limit: 2 })).resolves.toEqual(ids.slice(0, 2));
    await expect(of({ states: ['open', 'quarantined'] })).resolves.toEqual(ids);
    const last = (await tools.list({ pattern: mark })).at(-1);
    await expect(of({ since: last?.receivedAt ?? '' })).resolves.toContain(last?.id);
    await expect(of({ until: '2020-01-01T00:00:00Z' })).resolves.toEqual([]);
    const stats = await tools.stats({ pattern: mark });
    expect(stats).toMatchObject({ total: 3, byStage: { search: 3 }, byReason: { malformed: 3 } });
    expect(stats.causes).toHaveLength(1);
  });

  it('finds what stands at the end of a body of megabytes', async () => {
    const body = Buffer.concat([Buffer.alloc(3_000_000, 'x'), Buffer.from('needle-at-the-end')]);
    const { id } = await cloud.archive.archive('notify', refused(body, 'malformed'));
    const found = await tools.list({ stages: ['notify'], pattern: 'needle-at-the-end$' });
    expect(found.map((letter) => letter.id)).toEqual([id]);
  });
});
