import { NO_USAGE } from '@dossier/contracts';
import { decideClaim } from './claim.ts';
import { decideNeedsHuman, decideRelease } from './settle.ts';
import { decideSweep } from './sweep.ts';
import { after, aRun, command, key, T0, timings, written } from './workspace.builder.ts';

const stale = timings.global.outboxStaleAfterMs;
const ttl = timings.stages.plan.leaseTtlMs;

/** Nothing is written, nothing is to be published. */
const UNTOUCHED = { result: { commands: [], closed: false } };

describe('decideSweep', () => {
  it('leaves a workspace alone before its timer', () => {
    expect(decideSweep(aRun().build(), after(stale - 1), timings)).toEqual(UNTOUCHED);
    expect(decideSweep(undefined, after(stale), timings)).toEqual(UNTOUCHED);
  });

  it('publishes a lost outbox entry again, and gives it time before the next try', () => {
    const { result, workspace } = decideSweep(aRun().build(), after(stale), timings);
    expect(result).toEqual({ commands: [command('plan')], closed: false });
    expect(workspace?.wakeAt).toBe(after(3 * stale).toISOString());
    expect(decideSweep(workspace, after(stale), timings)).toEqual(UNTOUCHED);
  });

  it('waits twice as long after each repeat, so that copies do not pile up in an outage', () => {
    let workspace = aRun().build();
    const waits: number[] = [];
    let at = Date.parse(workspace.wakeAt ?? '');
    for (let repeat = 0; repeat < 8; repeat += 1) {
      workspace = written(decideSweep(workspace, new Date(at), timings).workspace);
      const next = Date.parse(workspace.wakeAt ?? '');
      waits.push((next - at) / stale);
      at = next;
    }
    expect(waits).toEqual([2, 4, 8, 16, 32, 32, 32, 32]);
  });

  it('asks again for the stage of a dead worker, whose late commit is then stale', () => {
    const dead = aRun().claimed('plan', 'mine').build();
    const { result, workspace } = decideSweep(dead, after(ttl + 1), timings);
    expect(result).toEqual({ commands: [command('plan')], closed: false });
    expect(workspace?.versions['1']?.stages.plan).toMatchObject({
      status: 'waiting',
      lastError: { reason: 'lease-expired' },
    });
    const context = { now: after(ttl + 2), token: 'other', timings };
    expect(decideClaim(workspace, command('plan'), context).result.kind).toBe('claimed');
  });

  it('steps in for a released stage only when Pub/Sub did not redeliver', () => {
    const held = { key, stage: 'plan', token: 'mine' } as const;
    const usage = NO_USAGE;
    const error = { kind: 'Retryable', reason: 'busy', usage } as const;
    const claimed = aRun().claimed('plan', 'mine').build();
    const released = written(decideRelease(claimed, held, error, T0, timings).workspace);
    const patience = timings.stages.plan.maxBackoffMs + stale;
    expect(decideSweep(released, after(patience - 1), timings).result.commands).toEqual([]);
    expect(decideSweep(released, after(patience + 1), timings).result.commands).toEqual([
      command('plan'),
    ]);
  });

  it('ends a version that waited too long for a person, and tells the user', () => {
    const held = { key, stage: 'plan', token: 'mine' } as const;
    const usage = NO_USAGE;
    const asked = { kind: 'NeedsHuman', reason: 'over-budget', usage } as const;
    const claimed = aRun().claimed('plan', 'mine').build();
    const parked = written(decideNeedsHuman(claimed, held, asked, T0, timings).workspace);
    const wait = timings.global.decisionWaitMs;
    expect(decideSweep(parked, after(wait - 1), timings)).toEqual(UNTOUCHED);
    const { result, workspace, audit } = decideSweep(parked, after(wait + 1), timings);
    expect(result).toEqual({ commands: [command('notify')], closed: true });
    expect(workspace?.versions['1']).toMatchObject({
      status: 'failed',
      failure: { stage: 'plan', reason: 'decision-expired' },
    });
    expect(audit?.map(({ event }) => event)).toEqual(['plan.failed']);
  });

  it('never wakes an ended run', () => {
    const ended = aRun().done('plan', 'search', 'write', 'publish', 'notify').build();
    expect(decideSweep(ended, after(1e9), timings)).toEqual(UNTOUCHED);
  });
});
