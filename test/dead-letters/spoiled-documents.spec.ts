import type { DeadLetterError } from '@dossier/dead-letters';
import {
  bodyOf,
  givenUp,
  OPERATOR,
  refused,
  startDeadLetters,
  type DeadLettersUnderTest,
} from './dead-letters.kit.ts';

let cloud: DeadLettersUnderTest;
beforeAll(async () => {
  cloud = await startDeadLetters();
});
afterAll(() => cloud.close());

const codeOf = (code: DeadLetterError['code']): Error =>
  expect.objectContaining({ name: 'DeadLetterError', code }) as Error;

describe('a dead letter whose run', () => {
  it.each([
    ['lacks most of its fields', { runId: 'x' }],
    ['has versions of another shape', { versions: { '1': 'open' } }],
    ['has grown too large to be changed', { padding: 'x'.repeat(950_000) }],
  ])('%s is recorded all the same, once, without touching it', async (_title, spoiled) => {
    const key = await cloud.openRun();
    const run = cloud.firestore.doc(`workspaces/${key.runId}`);
    await run.set(spoiled, 'runId' in spoiled ? {} : { mergeFields: Object.keys(spoiled) });
    const before = await run.get();
    const delivery = givenUp(bodyOf(key, 'plan'));
    const { id, kind, effect } = await cloud.archive.archive('plan', delivery);
    expect({ kind, effect }).toEqual({ kind: 'recorded', effect: 'run-unreadable' });
    await expect(cloud.letters.read(id)).resolves.toMatchObject({
      ...{ state: 'open', effect: 'run-unreadable', command: { ...key, stage: 'plan' } },
    });
    await expect(cloud.letters.readAudit(id)).resolves.toMatchObject([
      { what: 'archived', result: 'run-unreadable' },
    ]);
    await expect(cloud.archive.archive('plan', delivery)).resolves.toMatchObject({ kind: 'known' });
    expect((await run.get()).updateTime).toEqual(before.updateTime);
  });
});

describe('a spoiled record', () => {
  it.each([
    ['lacks a field', { reason: undefined }],
    ['has no list of attributes', { attributes: '{' }],
    ['has a command of another shape', { command: 'plan' }],
    ['is in a state that nobody knows', { state: 'lost' }],
    ['claims to be another one', { id: 'plan-00000000000000000000' }],
  ])('that %s hides no other, is counted, and cannot be replayed', async (_title, change) => {
    const reason = `among-spoiled-${Object.keys(change).join('')}`;
    const ids: string[] = [];
    for (let count = 0; count < 3; count += 1) {
      const key = await cloud.failedRun();
      ids.push((await cloud.archive.archive('plan', refused(bodyOf(key, 'plan'), reason))).id);
    }
    const [first = '', spoiled = '', last = ''] = ids;
    const record = cloud.letters.records.doc(spoiled);
    const { tools } = cloud;
    const { unreadable: before } = await tools.stats();
    const sound = (await record.get()).data() ?? {};
    const { [Object.keys(change)[0] ?? '']: _gone, ...others } = sound;
    const added = Object.entries(change).filter(([, value]) => value !== undefined);
    await record.set({ ...others, ...Object.fromEntries(added) });

    const filter = { reasons: [reason] };
    const listed = await tools.list(filter);
    expect(listed.map(({ id }) => id)).toEqual([first, last]);
    const stats = await tools.stats(filter);
    expect(stats).toMatchObject({ total: 2, unreadable: before + 1 });
    await expect(tools.replayOne(spoiled, OPERATOR)).rejects.toThrow(codeOf('unreadable'));
    await expect(tools.planOne(spoiled)).rejects.toThrow(codeOf('unreadable'));
    await expect(tools.planReplay(filter)).resolves.toMatchObject({ matched: 2 });
    const job = await tools.replayMany(filter, OPERATOR);
    expect(job).toMatchObject({ state: 'done', counts: { replayed: 2, errors: 0 } });
  });

  it('does not end a list, however many of them come in a row', async () => {
    const at = '2020-01-01T00:00:00.000Z';
    const batch = cloud.firestore.batch();
    for (let count = 0; count < 250; count += 1) {
      batch.set(cloud.letters.records.doc(`no-record-${count}`), {
        ...{ receivedAt: at, inState: { open: at } },
      });
    }
    await batch.commit();
    const body = bodyOf(await cloud.failedRun(), 'plan');
    const { id } = await cloud.archive.archive('plan', refused(body, 'behind-them'));
    const listed = await cloud.tools.list({ reasons: ['behind-them'] });
    expect(listed.map((letter) => letter.id)).toEqual([id]);
  });
});
