import { NO_USAGE, type Workspace } from '@dossier/contracts';
import { decideCancel } from './cancel.ts';
import { decideClaim } from './claim.ts';
import { decideCommit, decideRenew } from './settle.ts';
import { after, aRun, command, key, timings, written } from './workspace.builder.ts';

const cancel = (workspace: Workspace | undefined, tell = true, of = key) =>
  decideCancel(workspace, { key: of, by: 'operator', cause: 'asked', tell }, after(5), timings);

describe('decideCancel', () => {
  it('ends the version, tells the user, and records who and why', () => {
    const { result, workspace, audit } = cancel(aRun().done('plan').build());
    expect(result).toEqual({ kind: 'cancelled', commands: [command('notify')] });
    expect(workspace?.versions['1']).toMatchObject({
      status: 'cancelled',
      stages: { plan: { status: 'done' } },
    });
    expect(Object.keys(written(workspace).outbox)).toEqual(['1.notify.0']);
    expect(audit?.[0]).toMatchObject({ event: 'run.cancelled', details: { by: 'operator' } });
  });

  it('leaves nothing to wait for when nobody is to be told', () => {
    const { workspace } = cancel(aRun().claimed('plan', 'mine').build(), false);
    expect(workspace?.wakeAt).toBeUndefined();
    expect(workspace?.outbox).toEqual({});
  });

  it('takes the lease away: the worker can neither renew nor commit', () => {
    const cancelled = written(cancel(aRun().claimed('plan', 'mine').build()).workspace);
    const held = { key, stage: 'plan', token: 'mine' } as const;
    expect(decideRenew(cancelled, held, after(6), timings)).toEqual({ result: 'stale' });
    const usage = { ...NO_USAGE, searches: 1, modelCalls: 0 };
    expect(decideCommit(cancelled, held, { usage }, after(6), timings)).toEqual({
      result: 'stale',
    });
  });

  it('leaves no lease in any stage', () => {
    const { workspace } = cancel(aRun().done('plan').claimed('search', 'mine').build());
    const stages = Object.entries(written(workspace).versions['1']?.stages ?? {});
    expect(stages.map(([name, { status }]) => [name, status])).toEqual([
      ['plan', 'done'],
      ['search', 'cancelled'],
    ]);
    for (const [, state] of stages) expect(state).not.toHaveProperty('lease');
  });

  it('lets the notice through, and no other stage', () => {
    const cancelled = written(cancel(aRun().done('plan').build()).workspace);
    const context = { now: after(10), token: 't', timings };
    const kind = (stage: 'search' | 'notify') =>
      decideClaim(cancelled, command(stage), context).result.kind;
    expect([kind('search'), kind('notify')]).toEqual(['superseded', 'claimed']);
  });

  it.each([
    ['unknown-run', undefined, key],
    ['unknown-version', aRun().build(), { ...key, version: 2 }],
    ['superseded', aRun().done('plan').failed('search').followedUp().build(), key],
    ['already-cancelled', written(cancel(aRun().build()).workspace), key],
    ['finished', aRun().done('plan').failed('search').build(), key],
    ['finished', aRun().done('plan', 'search', 'write', 'publish').build(), key],
  ] as const)('says %s when there is nothing to cancel', (reason, workspace, of) => {
    expect(cancel(workspace, true, of)).toEqual({ result: { kind: 'skipped', reason } });
  });
});
