import { TIMING_PROFILES, type Clock } from '@dossier/contracts';
import { createLogger } from '@dossier/platform';
import { RetentionSweep, type RetentionRule } from '@dossier/workspace';
import { RetentionService } from './retention.service.ts';

const MINUTE = 60_000;

/** A service with one rule, on a clock that the test moves; waits do not end by themselves. */
function aService(remove: RetentionRule['remove']) {
  const time = { ms: Date.parse('2026-12-01T00:00:00.000Z') };
  const clock: Clock = {
    now: () => new Date(time.ms),
    sleep: () => new Promise(() => undefined),
  };
  const lines: string[] = [];
  const logger = createLogger('info', 'test', { write: (line) => void lines.push(line) });
  const retention = new RetentionSweep({ rules: [{ name: 'lineEvents', remove }], clock });
  const service = new RetentionService(retention, clock, TIMING_PROFILES.test, logger);
  const entries = () => lines.map((line) => JSON.parse(line) as object);
  return { time, service, entries };
}

describe('RetentionService', () => {
  it('removes at most once an hour, however often it is asked', async () => {
    let steps = 0;
    const { time, service } = aService(() => {
      steps += 1;
      return Promise.resolve({ removed: 0, more: false });
    });
    await Promise.all([service.removeIfDue(), service.removeIfDue()]);
    time.ms += 59 * MINUTE;
    await service.removeIfDue();
    expect(steps).toBe(1);
    time.ms += MINUTE;
    await service.removeIfDue();
    expect(steps).toBe(2);
  });

  it('logs what it removed, and nothing when there was nothing', async () => {
    const counts = [3, 0];
    const { time, service, entries } = aService(() =>
      Promise.resolve({ removed: counts.shift() ?? 0, more: false }),
    );
    await service.removeIfDue();
    time.ms += 60 * MINUTE;
    await service.removeIfDue();
    expect(entries()).toHaveLength(1);
    expect(entries()).toMatchObject([{ severity: 'INFO', removed: { lineEvents: 3 } }]);
  });

  it('logs a failure, and does not pass it on to the sweep that it follows', async () => {
    const { service, entries } = aService(() => Promise.reject(new Error('no index')));
    await expect(service.removeIfDue()).resolves.toBeUndefined();
    expect(entries()).toMatchObject([
      { severity: 'WARNING', rule: 'lineEvents', err: { message: 'no index' } },
    ]);
  });

  it('ends between two steps when the process stops, and begins nothing afterwards', async () => {
    let steps = 0;
    const { time, service } = aService(() => {
      steps += 1;
      void service.beforeApplicationShutdown();
      return Promise.resolve({ removed: 1, more: true });
    });
    await service.removeIfDue();
    time.ms += 60 * MINUTE;
    await service.removeIfDue();
    expect(steps).toBe(1);
  });
});
