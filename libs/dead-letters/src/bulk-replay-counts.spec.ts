import { aDeadLetter } from './dead-letter.builder.ts';
import { countOutcome, dealtWith, recount } from './bulk-replay-counts.ts';
import { NO_COUNTS } from './bulk-replay-job.ts';
import type { Closing } from './dead-letter.ts';

const closing = (result: string): Closing => ({
  ...{ by: 'ada', why: 'x', at: '', token: '', jobId: 'job', command: null, resumptions: null },
  result,
});

describe('the counts of a bulk replay', () => {
  it('add up outcomes by kind and reason', () => {
    const id = 'x';
    const skipped = { kind: 'skipped', id, reason: 'finished', closed: true } as const;
    const redirected = { kind: 'redirected', id, topic: 't', messageId: 'm' } as const;
    const refused = { kind: 'refused', id, reason: 'malformed' } as const;
    const counts = [skipped, redirected, skipped, refused].reduce(countOutcome, NO_COUNTS);
    expect(counts).toMatchObject({ replayed: 1, skipped: 2, refused: 1 });
    expect(counts.skippedBy).toEqual({ finished: 2 });
    expect(dealtWith(counts)).toBe(4);
  });

  it('are found again after a crash, from the records that were closed', () => {
    const saved = {
      ...NO_COUNTS,
      replayed: 1,
      skipped: 3,
      skippedBy: { finished: 1, 'still-running': 2 },
    };
    const closed = [
      aDeadLetter({ state: 'replayed', closed: closing('resumed') }),
      aDeadLetter({ state: 'replayed', closed: closing('resumed') }),
      aDeadLetter({ state: 'skipped', closed: closing('finished') }),
      aDeadLetter({ state: 'skipped', closed: closing('superseded') }),
    ];
    expect(recount(saved, closed)).toMatchObject({
      replayed: 2,
      skipped: 4,
      skippedBy: { 'still-running': 2, finished: 1, superseded: 1 },
    });
  });
});
