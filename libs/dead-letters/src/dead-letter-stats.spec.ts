import { aDeadLetter } from './dead-letter.builder.ts';
import { statsOf } from './dead-letter-stats.ts';

const NOW = new Date('2026-12-02T00:00:00.000Z');

describe('statsOf', () => {
  it('counts by everything that operators group by', () => {
    const old = aDeadLetter({ id: 'plan-old', receivedAt: '2026-11-01T00:00:00.000Z' });
    const mid = aDeadLetter({ id: 'plan-mid', receivedAt: '2026-12-01T20:00:00.000Z' });
    const fresh = aDeadLetter({
      ...{ id: 'write-new', stage: 'write', reason: 'malformed', command: null },
      ...{ fingerprint: 'bbbbbbbb', state: 'quarantined', receivedAt: '2026-12-01T23:30:00.000Z' },
    });
    expect(statsOf({ letters: [mid, fresh, old], unreadable: 2 }, NOW)).toMatchObject({
      unreadable: 2,
      total: 3,
      oldestReceivedAt: old.receivedAt,
      oldestAgeMs: 31 * 24 * 60 * 60 * 1_000,
      byState: { open: 2, quarantined: 1 },
      byStage: { plan: 2, write: 1 },
      byReason: { TypeError: 2, malformed: 1 },
      byAge: { '<1h': 1, '<6h': 1, '<1d': 0, '<7d': 0, '7d+': 1 },
      byRun: { [old.command?.runId ?? '']: 2, none: 1 },
      causes: [
        { fingerprint: 'aaaaaaaa', count: 2, oldest: old.receivedAt, example: mid.id },
        { fingerprint: 'bbbbbbbb', count: 1, example: fresh.id },
      ],
    });
  });

  it('says zero of nothing', () => {
    expect(statsOf({ letters: [], unreadable: 0 }, NOW)).toMatchObject({
      total: 0,
      oldestAgeMs: null,
      causes: [],
    });
  });
});
