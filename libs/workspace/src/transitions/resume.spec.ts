import { NO_USAGE, commandFor, type Workspace } from '@dossier/contracts';
import { decideClaim } from './claim.ts';
import { decideResume, type Resumption } from './resume.ts';
import { decideCommit, decideFail, decideNeedsHuman } from './settle.ts';
import { after, aRun, command, key, T0, timings, written } from './workspace.builder.ts';

const wish: Resumption = { key, token: 'replay-1', by: 'operator', cause: 'dlq/abc' };
const resume = (workspace: Workspace | undefined, change: Partial<Resumption> = {}) =>
  decideResume(workspace, { ...wish, ...change }, after(60_000), timings);
const failedInWrite = () => aRun().done('plan', 'search').failed('write').told().build();

describe('decideResume', () => {
  it('takes the failed stage up again, keeps what was done, and counts attempts anew', () => {
    const { result, workspace, audit } = resume(failedInWrite());
    expect(result).toEqual({ kind: 'resumed', command: command('write'), resumptions: 1 });
    const version = written(workspace).versions['1'];
    expect(version).toMatchObject({
      status: 'running',
      resumptions: 1,
      stages: {
        plan: { status: 'done' },
        search: { status: 'done' },
        write: { status: 'waiting', attempts: 0, lastError: { reason: 'broken' } },
      },
    });
    expect(version).not.toHaveProperty('failure');
    expect(version?.stages.notify).toBeUndefined();
    expect(Object.keys(written(workspace).outbox)).toEqual(['1.write.0']);
    expect(audit?.[0]).toMatchObject({
      event: 'write.resumed',
      details: { by: 'operator', cause: 'dlq/abc', resumptions: 1 },
    });
  });

  it('wakes the sweep when its command gets lost', () => {
    const due = after(60_000 + timings.global.outboxStaleAfterMs).toISOString();
    expect(written(resume(failedInWrite()).workspace).wakeAt).toBe(due);
  });

  it('tells the new end by a command of its own, and ignores the old one', () => {
    let workspace = written(resume(failedInWrite()).workspace);
    for (const stage of ['write', 'publish'] as const) {
      const context = { now: after(60_001), token: stage, timings };
      workspace = written(decideClaim(workspace, commandFor(key, stage), context).workspace);
      const usage = NO_USAGE;
      const held = { key, stage, token: stage };
      workspace = written(decideCommit(workspace, held, { usage }, T0, timings).workspace);
    }
    expect(Object.keys(workspace.outbox)).toEqual(['1.notify.1']);
    const context = { now: after(60_002), token: 'n', timings };
    const claim = (step: number) =>
      decideClaim(workspace, commandFor(key, 'notify', step), context).result.kind;
    expect(claim(0)).toBe('superseded');
    expect(claim(1)).toBe('claimed');
  });

  it('goes on with a stage that waits for a decision only on the word of who decides', () => {
    const attempt = { kind: 'NeedsHuman', reason: 'over-budget', usage: NO_USAGE } as const;
    const held = { key, stage: 'plan', token: 'mine' } as const;
    const leased = aRun().claimed('plan', 'mine').build();
    const parked = written(decideNeedsHuman(leased, held, attempt, T0, timings).workspace);
    expect(resume(parked).result).toEqual({ kind: 'skipped', reason: 'still-running' });
    const decided = resume(parked, { decides: true });
    expect(decided.result).toEqual({ kind: 'resumed', command: command('plan'), resumptions: 1 });
    expect(decided.workspace?.versions['1']).toMatchObject({
      ...{ status: 'running', stages: { plan: { status: 'waiting', attempts: 0 } } },
    });
  });

  it('counts every resumption, so that each end has a notice of its own', () => {
    const failedAgain = (workspace: Workspace) => {
      const context = { now: after(60_001), token: 'again', timings };
      const claimed = written(decideClaim(workspace, command('write'), context).workspace);
      const usage = NO_USAGE;
      const attempt = { kind: 'Permanent', reason: 'broken again', usage } as const;
      const held = { key, stage: 'write', token: 'again' } as const;
      return written(
        decideFail(claimed, held, 'failed', attempt, after(60_002), timings).workspace,
      );
    };
    const first = failedAgain(written(resume(failedInWrite()).workspace));
    expect(Object.keys(first.outbox)).toEqual(['1.notify.1']);
    const second = resume(first, { token: 'replay-2' });
    expect(second.result).toEqual({ kind: 'resumed', command: command('write'), resumptions: 2 });
    expect(second.workspace?.versions['1']).toMatchObject({ resumptions: 2 });
    expect(Object.keys(failedAgain(written(second.workspace)).outbox)).toEqual(['1.notify.2']);
  });

  it('gives up telling of an end that nobody has heard of yet', () => {
    const untold = aRun().done('plan').failed('search').build();
    expect(Object.keys(untold.outbox)).toEqual(['1.notify.0']);
    expect(Object.keys(written(resume(untold).workspace).outbox)).toEqual(['1.search.0']);
  });

  it('repeats a notice that failed without touching the report, its first push remembered', () => {
    const unheard = aRun()
      .done('plan', 'search', 'write', 'publish')
      .failed('notify', 'line-busy')
      .build();
    const { result, workspace } = resume(unheard, { stage: 'notify' });
    expect(result).toMatchObject({ kind: 'resumed', command: command('notify', 1) });
    expect(workspace?.versions['1']).toMatchObject({
      status: 'done',
      stages: { notify: { status: 'waiting', step: 1, startedAt: T0.toISOString() } },
    });
  });

  it('recognises a wish whose answer was lost', () => {
    const once = written(resume(failedInWrite()).workspace);
    const twice = resume(once);
    expect(twice).toEqual({
      result: { kind: 'resumed', command: command('write'), resumptions: 1 },
    });
    expect(resume(once, { token: 'replay-2' }).result).toEqual({
      kind: 'skipped',
      reason: 'still-running',
    });
  });

  it.each([
    ['unknown-run', undefined, {}],
    ['unknown-version', failedInWrite(), { key: { ...key, version: 2 } }],
    ['superseded', aRun().done('plan').failed('search').followedUp().build(), {}],
    ['cancelled', aRun().ended('cancelled').build(), {}],
    ['still-running', aRun().done('plan').build(), {}],
    ['finished', aRun().done('plan', 'search', 'write', 'publish', 'notify').build(), {}],
    ['finished', failedInWrite(), { stage: 'search' }],
    ['not-failed', failedInWrite(), { stage: 'publish' }],
  ] as const)('says %s when there is nothing to take up', (reason, workspace, change) => {
    expect(resume(workspace, change)).toEqual({ result: { kind: 'skipped', reason } });
  });
});
