import type { BulkReplayJob, DeadLetter, DeadLetterStats, ReplayPlan } from '@dossier/dead-letters';
import type { RunKey } from '@dossier/contracts';
import { dossierCommand, type Ended } from '../support/dossier-command.ts';
import {
  bodyOf,
  givenUp,
  refused,
  startDeadLetters,
  type DeadLettersUnderTest,
} from './dead-letters.kit.ts';

let cloud: DeadLettersUnderTest;
const dead: { key: RunKey; id: string }[] = [];
let malformed: string;
beforeAll(async () => {
  cloud = await startDeadLetters();
  for (let n = 0; n < 4; n += 1) {
    const key = await cloud.openRun();
    const { id } = await cloud.archive.archive('plan', givenUp(bodyOf(key, 'plan')));
    dead.push({ key, id });
  }
  const broken = Buffer.from('{"runId": 7}');
  malformed = (await cloud.archive.archive('search', refused(broken, 'malformed'))).id;
});
afterAll(() => cloud.close());

const dlq = (...args: string[]): Promise<Ended> =>
  dossierCommand(cloud.environment, 'dlq', ...args);
const json = <T>({ stdout }: Ended): T => JSON.parse(stdout) as T;
const idAt = (index: number): string => dead[index]?.id ?? 'missing';

describe('dossier dlq', () => {
  it('lists what is open, filtered, as a table and as JSON', async () => {
    const [table, plans] = await Promise.all([
      dlq('list'),
      dlq('list', '--stage', 'plan', '--match', 'plan', '--limit', '3', '--json'),
    ]);
    expect(table).toMatchObject({ code: 0, stderr: '' });
    for (const { id } of dead) expect(table.stdout).toContain(id);
    expect(table.stdout).toMatch(/search +malformed.*no command/);
    expect(json<DeadLetter[]>(plans).map(({ stage }) => stage)).toEqual(['plan', 'plan', 'plan']);
  });

  it('counts by stage, reason and cause', async () => {
    const [text, counts] = await Promise.all([dlq('stats'), dlq('stats', '--json')]);
    expect(text.stdout).toMatch(/5 dead letter\(s\)[^]*by reason[^]*█/);
    expect(json<DeadLetterStats>(counts)).toMatchObject({
      total: 5,
      byStage: { plan: 4, search: 1 },
      byReason: { 'delivery-attempts-exhausted': 4, malformed: 1 },
    });
  });

  it('shows one with its payload, attempts and whether a replay is safe', async () => {
    const [good, bad, none] = await Promise.all([
      dlq('show', idAt(0)),
      dlq('show', malformed),
      dlq('show', 'plan-00000000000000000000'),
    ]);
    expect(good.stdout).toMatch(/Safe to replay\? Yes[^]*"stage":"plan"[^]*plan\.failed/);
    expect(bad.stdout).toMatch(/Safe to replay\? No: malformed/);
    expect(none).toMatchObject({ code: 3, stdout: '' });
  });

  it('refuses a replay or purge that does not say which, and a filter that makes no sense', async () => {
    const ends = await Promise.all([
      dlq('replay'),
      dlq('replay', idAt(0), '--all'),
      dlq('purge', '--why', 'old'),
      dlq('purge', '--why', 'old', '--limit', '9', '--confirm'),
      dlq('replay', idAt(0), '--rate', '5'),
      dlq('replay', '--resume', 'a-job', '--dry-run'),
      dlq('list', '--match', '('),
      dlq('list', '--stage', 'cooking'),
    ]);
    expect(ends.map(({ code }) => code)).toEqual([2, 2, 2, 2, 2, 2, 2, 2]);
    for (const { stderr } of ends) expect(stderr).not.toMatch(/ at .*\.ts/);
  });

  it('shows what a bulk replay would do, and changes nothing', async () => {
    const plan = await dlq('replay', '--all', '--dry-run', '--json');
    expect(json<ReplayPlan>(plan)).toEqual({
      matched: 5,
      routes: { 'dossier.plan': 4 },
      reasons: { 'delivery-attempts-exhausted': 4, malformed: 1 },
      verdicts: { replay: 4, malformed: 1 },
    });
    await expect(cloud.tools.list()).resolves.toHaveLength(5);
  });

  it('replays one, once, with who and why', async () => {
    const first = await dlq('replay', idAt(0), '--why', 'fixed', '--by', 'ada');
    expect(first).toMatchObject({ code: 0, stderr: '' });
    expect(first.stdout).toContain('goes on at plan');
    const { audit } = await cloud.tools.show(idAt(0));
    expect(audit.at(-1)).toMatchObject({ what: 'replayed', by: 'ada', why: 'fixed' });
    const second = await dlq('replay', idAt(0));
    expect(second.code).toBe(1);
    expect(second.stdout).toContain('already-replayed');
  });

  it('mends a body by a JSON patch that has to give a command', async () => {
    const key = dead[1]?.key ?? { runId: '', version: 0 };
    const patch = (value: object): string => JSON.stringify([{ op: 'replace', path: '', value }]);
    const body = { ...key, stage: 'plan', step: 0 };
    const [unreadable, noCommand] = await Promise.all([
      dlq('edit', malformed, '--patch', '{{'),
      dlq('edit', malformed, '--patch', patch({ ...body, stage: 'cooking' })),
    ]);
    expect([unreadable.code, noCommand.code]).toEqual([2, 1]);
    expect(noCommand.stderr).toContain('stage');
    const mended = await dlq('edit', malformed, '--patch', patch(body), '--json');
    expect(json<{ after: string; state: string }>(mended)).toMatchObject({ state: 'open' });
    await expect(cloud.tools.show(malformed)).resolves.toMatchObject({
      verdict: { kind: 'replay', command: { runId: key.runId, stage: 'plan' } },
    });
  });

  it('replays many with progress, stops at once when told, and lists the jobs', async () => {
    const many = await dlq('replay', '--stage', 'plan', '--rate', '50', '--json');
    const job = json<BulkReplayJob>(many);
    expect(many.code).toBe(0);
    expect(job).toMatchObject({ state: 'done', counts: { replayed: 3, errors: 0 } });
    expect(many.stderr).toContain(`--cancel ${job.jobId}`);
    const [jobs, again] = await Promise.all([dlq('jobs'), dlq('replay', '--resume', job.jobId)]);
    expect(jobs.stdout).toContain(job.jobId);
    expect(again).toMatchObject({ code: 1 });
    expect(again.stderr).toContain('done');
  });

  it('purges only with a reason and a confirmation', async () => {
    const [noWhy, unconfirmed] = await Promise.all([
      dlq('purge', malformed, '--confirm'),
      dlq('purge', malformed, '--why', 'a test'),
    ]);
    expect([noWhy.code, unconfirmed.code]).toEqual([2, 2]);
    expect(unconfirmed.stderr).toMatch(/1 dead letter.*--confirm/);
    const purged = await dlq('purge', malformed, '--why', 'a test', '--confirm', '--json');
    expect(json(purged)).toEqual({ purged: [malformed], already: [] });
    await expect(cloud.tools.list()).resolves.toEqual([]);
  });
});
