import { withOutboxEntry } from './change.ts';
import { decideClaim, type Claim } from './claim.ts';
import { decideRelease } from './settle.ts';
import { after, aRun, command, key, T0, timings, written } from './workspace.builder.ts';
import {
  NO_USAGE,
  commandFor,
  runIdOf,
  type StageCommand,
  type Workspace,
} from '@dossier/contracts';

const claim = (workspace: Workspace | undefined, asked: StageCommand, now = T0) =>
  decideClaim(workspace, asked, { now, token: 'mine', timings });
const kindOf = (workspace: Workspace | undefined, asked: StageCommand, now = T0): Claim['kind'] =>
  claim(workspace, asked, now).result.kind;

describe('decideClaim', () => {
  it('takes a stage that is due, with a lease, a higher fence and one more attempt', () => {
    const { result, workspace, audit } = claim(aRun().build(), command('plan'));
    const next = written(workspace);
    expect(result.kind).toBe('claimed');
    expect(next.fence).toBe(1);
    expect(next.versions['1']?.stages.plan).toMatchObject({
      status: 'running',
      attempts: 1,
      lease: {
        token: 'mine',
        fence: 1,
        until: after(timings.stages.plan.leaseTtlMs).toISOString(),
      },
    });
    expect(audit?.map(({ event }) => event)).toEqual(['plan.claimed']);
  });

  it('removes the outbox entry that brought it here and wakes at the end of the lease', () => {
    const next = written(claim(aRun().build(), command('plan')).workspace);
    expect(next.outbox).toEqual({});
    expect(next.wakeAt).toBe(after(timings.stages.plan.leaseTtlMs).toISOString());
  });

  it('wakes at the end of its lease even if nothing else becomes stale so late', () => {
    const leaseTtlMs = 3 * timings.global.outboxStaleAfterMs;
    const stages = { ...timings.stages, plan: { ...timings.stages.plan, leaseTtlMs } };
    const context = { now: T0, token: 'mine', timings: { ...timings, stages } };
    const { workspace } = decideClaim(aRun().build(), command('plan'), context);
    expect(written(workspace).wakeAt).toBe(after(leaseTtlMs).toISOString());
  });

  it('remembers when a stage was begun, however often it is given back', () => {
    const held = { key, stage: 'plan', token: 'mine' } as const;
    const usage = NO_USAGE;
    const attempt = { kind: 'Retryable', reason: 'busy', usage } as const;
    const first = written(claim(aRun().build(), command('plan')).workspace);
    const released = written(decideRelease(first, held, attempt, after(10), timings).workspace);
    const { workspace } = claim(released, command('plan'), after(60_000));
    expect(workspace?.versions['1']?.stages.plan).toMatchObject({
      attempts: 2,
      startedAt: T0.toISOString(),
    });
  });

  it('refuses a run and a version that do not exist', () => {
    expect(claim(undefined, command('plan')).result).toEqual({
      kind: 'refused',
      reason: 'unknown-run',
    });
    const later = commandFor({ runId: key.runId, version: 2 }, 'plan');
    expect(claim(aRun().build(), later).result).toMatchObject({ reason: 'unknown-version' });
    expect(
      claim(undefined, commandFor({ runId: runIdOf('x'), version: 1 }, 'plan')).workspace,
    ).toBe(undefined);
  });

  it('refuses a stage before its turn, so a forged command cannot skip the gates', () => {
    expect(claim(aRun().done('plan').build(), command('publish')).result).toEqual({
      kind: 'refused',
      reason: 'stage-not-due',
    });
  });

  it('refuses a step that was never asked for', () => {
    expect(claim(aRun().build(), command('plan', 1)).result).toMatchObject({
      reason: 'step-not-due',
    });
  });

  it('waits while somebody else holds the lease, to the millisecond', () => {
    const ttl = timings.stages.plan.leaseTtlMs;
    const held = aRun().claimed('plan', 'other').build();
    expect(kindOf(held, command('plan'), after(ttl - 1))).toBe('busy');
    expect(kindOf(held, command('plan'), after(ttl))).toBe('claimed');
  });

  it('finds a finished stage settled, whatever is left in the outbox', () => {
    expect(kindOf(aRun().done('plan').build(), command('plan'))).toBe('settled');
    expect(kindOf(aRun().done('plan', 'search').build(), command('plan'))).toBe('settled');
  });

  it('drops its own outbox entry when the stage is finished: else it would be published for ever', () => {
    const again = withOutboxEntry(aRun().done('plan').build(), key, 'plan', 0, T0);
    const { result, workspace } = claim(again, command('plan'));
    expect(result.kind).toBe('settled');
    expect(Object.keys(workspace?.outbox ?? {})).toEqual(['1.search.0']);
  });

  it('recognises its own claim when the answer to it was lost', () => {
    const { workspace } = claim(aRun().build(), command('plan'));
    const repeated = claim(workspace, command('plan'));
    expect(repeated.result).toMatchObject({ kind: 'claimed', lease: { token: 'mine', fence: 1 } });
    expect(repeated.workspace).toBeUndefined();
  });

  it('drops commands of a cancelled run and of a version that a follow-up replaced', () => {
    expect(kindOf(aRun().ended('cancelled').build(), command('plan'))).toBe('superseded');
    expect(kindOf(aRun().followedUp().build(), command('plan'))).toBe('superseded');
  });

  it('still tells the user about a version that ended early, and does nothing else for it', () => {
    const failed = aRun().done('plan').ended('failed').build();
    expect(kindOf(failed, command('notify'))).toBe('claimed');
    expect(kindOf(failed, command('search'))).toBe('superseded');
  });

  it('gives up after the last attempt: the stage fails and the user will be told', () => {
    let workspace = aRun().build();
    const { maxDeliveryAttempts, leaseTtlMs } = timings.stages.plan;
    let at = T0;
    for (let attempt = 1; attempt <= maxDeliveryAttempts; attempt += 1) {
      const context = { now: at, token: `worker ${attempt}`, timings };
      workspace = written(decideClaim(workspace, command('plan'), context).workspace);
      at = new Date(at.getTime() + leaseTtlMs);
    }
    // The sweep has put the command back into the outbox before it comes an eleventh time.
    const swept = withOutboxEntry(workspace, key, 'plan', 0, at);
    const { result, workspace: ended } = claim(swept, command('plan'), at);
    expect(result.kind).toBe('exhausted');
    expect(ended?.versions['1']).toMatchObject({
      status: 'failed',
      failure: { stage: 'plan', reason: 'attempts-exhausted' },
    });
    expect(Object.keys(ended?.outbox ?? {})).toEqual(['1.notify.0']);
  });
});
