import type { StageName } from '@dossier/contracts';
import { requestTimes, type TimedRequest } from './request-times.ts';

function request(stage: StageName, step: string, ms: number): TimedRequest {
  const at = Date.parse('2026-12-01T00:00:00.000Z');
  const [reservedAt, settledAt] = [at, at + ms].map((time) => new Date(time).toISOString());
  return { stage, step, reservedAt: String(reservedAt), settledAt: String(settledAt) };
}

describe('the times of the requests of a run', () => {
  it('add up to their sum, and in a chain to plan, slowest search, comparison and slowest chapter', () => {
    const requests = [
      request('plan', 'plan', 1),
      request('search', 'search.q1', 10),
      request('search', 'search.q2', 30),
      request('search', 'compare', 100),
      request('search', 'write.outline', 50),
      request('write', 'write.chapter.1', 1_000),
      request('write', 'write.chapter.2', 2_000),
      request('write', 'write.closing', 500),
    ];
    expect(requestTimes(requests)).toEqual({ inSequenceMs: 3_691, chainMs: 2_131 });
  });

  it('count everything that one part was asked for, one after another', () => {
    const requests = [
      request('write', 'write.chapter.1', 5),
      request('write', 'write.chapter.2', 3),
      request('write', 'write.chapter.2.more', 2),
      request('write', 'write.chapter.2.again.more', 1),
    ];
    expect(requestTimes(requests).chainMs).toBe(6);
  });

  it('are none for a request that was never settled', () => {
    const { settledAt: _, ...open } = request('plan', 'plan', 1);
    expect(() => requestTimes([open])).toThrow('plan');
  });
});
