import { CommitClock } from './commit-clock.ts';

describe('CommitClock', () => {
  it('rises with every commit within a millisecond, and when the system clock steps back', () => {
    const now = { ms: 1000 };
    const clock = new CommitClock(() => now.ms, 0);
    const times = [clock.tick(), clock.tick()];
    now.ms = 900;
    times.push(clock.tick());
    expect(times).toEqual([1_000_000, 1_000_001, 1_000_002]);
  });

  it('goes on after the newest stored time', () => {
    expect(new CommitClock(() => 1000, 5_000_000).tick()).toBe(5_000_001);
  });

  it('gives no later commit the time of a read', () => {
    const clock = new CommitClock(() => 1000, 0);
    const read = clock.present();
    expect(clock.present()).toBe(read);
    expect(clock.tick()).toBeGreaterThan(read);
  });
});
