import { NO_USAGE } from '@dossier/contracts';
import {
  decideCommit,
  decideFail,
  decideNeedsHuman,
  decideRelease,
  decideRenew,
  isCommittedBy,
  outboxAfter,
} from './settle.ts';
import { decideClaim } from './claim.ts';
import { after, aRun, command, key, T0, timings, written } from './workspace.builder.ts';

const usage = { ...NO_USAGE, searches: 2, modelCalls: 1 };
const held = { key, stage: 'plan', token: 'mine' } as const;
const claimedPlan = () => aRun().claimed('plan', 'mine').build();

describe('decideCommit', () => {
  it('marks the stage done, adds the usage and asks for the next stage in the same write', () => {
    const next = written(decideCommit(claimedPlan(), held, { usage }, after(5), timings).workspace);
    expect(next.versions['1']?.usage).toEqual(usage);
    expect(next.versions['1']?.stages.plan).toMatchObject({ status: 'done', committedBy: 'mine' });
    expect(next.versions['1']?.stages.plan?.lease).toBeUndefined();
    expect(outboxAfter(next, 1, 'plan').map(({ stage }) => stage)).toEqual(['search']);
    expect(next.wakeAt).toBe(after(5 + timings.global.outboxStaleAfterMs).toISOString());
    expect(isCommittedBy(next, held)).toBe(true);
  });

  it('commits nothing when the lease token is stale', () => {
    const taken = aRun().claimed('plan', 'mine').claimed('plan', 'other', after(60_000)).build();
    const change = decideCommit(taken, held, { usage }, after(60_001), timings);
    expect(change).toEqual({ result: 'stale' });
    expect(isCommittedBy(taken, held)).toBe(false);
  });

  it('commits nothing to a run that was cancelled or replaced meanwhile', () => {
    const cancelled = aRun().claimed('plan', 'mine').ended('cancelled').build();
    const replaced = aRun().claimed('plan', 'mine').followedUp().build();
    expect(decideCommit(cancelled, held, { usage }, T0, timings).result).toBe('stale');
    expect(decideCommit(replaced, held, { usage }, T0, timings).result).toBe('stale');
  });

  it('ends the version after the last stage, with nothing awaited', () => {
    const all = aRun().done('plan', 'search', 'write', 'publish', 'notify').build();
    expect(all.versions['1']).toMatchObject({ status: 'done', endedAt: T0.toISOString() });
    expect(all.outbox).toEqual({});
    expect(all.wakeAt).toBeUndefined();
  });
});

describe('decideFail', () => {
  it('ends the version and has the user told', () => {
    const failure = { kind: 'Permanent', reason: 'no-evidence', usage } as const;
    const change = decideFail(claimedPlan(), held, 'no_evidence', failure, T0, timings);
    const next = written(change.workspace);
    expect(next.versions['1']).toMatchObject({
      status: 'no_evidence',
      failure: { stage: 'plan', reason: 'no-evidence' },
    });
    expect(outboxAfter(next, 1, 'plan').map(({ stage }) => stage)).toEqual(['notify']);
  });

  it('asks for nothing more when telling the user is what failed', () => {
    const published = aRun().done('plan', 'search', 'write', 'publish').claimed('notify', 'mine');
    const notify = { ...held, stage: 'notify' } as const;
    const failure = { kind: 'Permanent', reason: 'document-too-large', usage } as const;
    const change = decideFail(published.build(), notify, 'failed', failure, T0, timings);
    const next = written(change.workspace);
    expect(next.versions['1']).toMatchObject({ status: 'done', failure: { stage: 'notify' } });
    expect(next.outbox).toEqual({});
    expect(next.wakeAt).toBeUndefined();
  });
});

describe('decideRelease', () => {
  it('frees the stage at once and looks again when Pub/Sub should long have redelivered', () => {
    const attempt = { kind: 'Retryable', reason: 'line-unavailable', usage } as const;
    const next = written(decideRelease(claimedPlan(), held, attempt, after(7), timings).workspace);
    const stage = next.versions['1']?.stages.plan;
    expect(stage).toMatchObject({
      status: 'waiting',
      attempts: 1,
      lastError: { kind: 'Retryable', reason: 'line-unavailable' },
    });
    expect(next.versions['1']?.usage).toEqual(usage);
    expect(stage?.lease).toBeUndefined();
    const patience = timings.stages.plan.maxBackoffMs + timings.global.outboxStaleAfterMs;
    expect(next.wakeAt).toBe(after(7 + patience).toISOString());
  });
});

describe('decideRelease after the last attempt', () => {
  it('fails the version at once and keeps what went wrong', () => {
    let workspace = aRun().build();
    const { maxDeliveryAttempts } = timings.stages.plan;
    const attempt = { kind: 'Bug', reason: 'TypeError', usage } as const;
    for (let n = 1; n <= maxDeliveryAttempts; n += 1) {
      const context = { now: after(n), token: `t${n}`, timings };
      workspace = written(decideClaim(workspace, command('plan'), context).workspace);
      const { result, workspace: next } = decideRelease(
        workspace,
        { key, stage: 'plan', token: `t${n}` },
        attempt,
        after(n),
        timings,
      );
      expect(result).toBe(n === maxDeliveryAttempts ? 'exhausted' : 'written');
      workspace = written(next);
    }
    expect(workspace.versions['1']).toMatchObject({
      status: 'failed',
      stages: { plan: { status: 'failed', lastError: { kind: 'Bug', reason: 'TypeError' } } },
    });
    expect(Object.keys(workspace.outbox)).toEqual(['1.notify.0']);
  });
});

describe('decideNeedsHuman', () => {
  it('parks the stage until a decision resumes it, or its time is over', () => {
    const details = '{"limit":8}';
    const attempt = { kind: 'NeedsHuman', reason: 'over-budget', details, usage } as const;
    const next = written(decideNeedsHuman(claimedPlan(), held, attempt, T0, timings).workspace);
    expect(next.versions['1']?.stages.plan).toMatchObject({
      status: 'needs_human',
      lastError: { reason: 'over-budget', details },
    });
    expect(next.wakeAt).toBe(after(timings.global.decisionWaitMs).toISOString());
  });
});

describe('decideRenew', () => {
  it('moves the lease and the timer', () => {
    const next = written(decideRenew(claimedPlan(), held, after(500), timings).workspace);
    const until = after(500 + timings.stages.plan.leaseTtlMs).toISOString();
    expect(next.versions['1']?.stages.plan?.lease?.until).toBe(until);
    expect(next.wakeAt).toBe(until);
  });

  it('is refused once another worker has the stage', () => {
    const taken = aRun().claimed('plan', 'mine').claimed('plan', 'other', after(60_000)).build();
    expect(decideRenew(taken, held, after(60_001), timings)).toEqual({ result: 'stale' });
  });
});
