import type { Clock } from '@dossier/contracts';
import { Pacer } from './pacer.ts';

/** A clock that moves as far as it is told to sleep. */
function aClock(): Clock & { slept: number[] } {
  const slept: number[] = [];
  return {
    slept,
    now: () => new Date(0),
    sleep: (ms) => {
      slept.push(ms);
      return Promise.resolve();
    },
  };
}

describe('Pacer', () => {
  it('spaces callers that come at once', async () => {
    const clock = aClock();
    const pacer = new Pacer(clock, 4);
    await Promise.all([pacer.turn(), pacer.turn(), pacer.turn()]);
    expect(clock.slept).toEqual([250, 500]);
  });

  it('lets everybody pass without a rate', async () => {
    const clock = aClock();
    const pacer = new Pacer(clock, undefined);
    await Promise.all([pacer.turn(), pacer.turn()]);
    expect(clock.slept).toEqual([]);
  });
});
