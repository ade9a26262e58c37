import { timingViolations } from './timing-rules.ts';
import { TIMING_PROFILES, type Timings } from './timings.ts';

describe('timings', () => {
  it.each(Object.entries(TIMING_PROFILES))(
    'of profile %s hold every inequality of pull',
    (_name, timings) => {
      expect(timingViolations(timings, 'pull')).toEqual([]);
    },
  );

  it('of Google Cloud hold every inequality of push', () => {
    expect(timingViolations(TIMING_PROFILES.cloud, 'push')).toEqual([]);
  });

  it.each<[string, Partial<Timings['stages']['search']>]>([
    ['search: model calls fit the stage budget', { modelCallMs: 500_000 }],
    ['search: a lease survives two missed heartbeats', { leaseRenewMs: 60_000 }],
    [
      "search: a dead worker's lease expires before delivery attempts run out",
      { leaseTtlMs: 900_000 },
    ],
    ['search: the request time-out ends before the ack deadline', { ackDeadlineMs: 300_000 }],
    ['search: delivery attempts are 5 to 100', { maxDeliveryAttempts: 4 }],
  ])('are refused by name when broken: %s', (rule, change) => {
    const { stages, global } = TIMING_PROFILES.cloud;
    const broken = { global, stages: { ...stages, search: { ...stages.search, ...change } } };
    expect(timingViolations(broken, 'push')).toContain(rule);
  });

  it.each<[string, Partial<Timings['global']>]>([
    [
      "global: LINE's events are remembered for longer than LINE delivers them again",
      { lineEventRetentionMs: 24 * 60 * 60 * 1_000 },
    ],
    [
      "global: a conversation's list of runs outlives the runs in it",
      { conversationRetentionMs: 1_000 },
    ],
    [
      'global: workspaces outlive every command that can be replayed',
      { workspaceRetentionMs: 30 * 24 * 60 * 60 * 1_000 },
    ],
  ])('are refused by name when broken for all stages: %s', (rule, change) => {
    const { stages, global } = TIMING_PROFILES.cloud;
    const broken = { stages, global: { ...global, ...change } };
    expect(timingViolations(broken, 'push')).toEqual([rule]);
  });
});
