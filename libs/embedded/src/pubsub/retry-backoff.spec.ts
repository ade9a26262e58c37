import { retryDelayMs } from './retry-backoff.ts';
import { ofSeconds } from './wire-time.ts';

const policy = (minimum: number, maximum: number) => ({
  minimumBackoff: ofSeconds(minimum),
  maximumBackoff: ofSeconds(maximum),
});
const delays = (minimum: number, maximum: number) =>
  [1, 2, 3, 4, 5].map((failures) => retryDelayMs(policy(minimum, maximum), failures));

describe('retryDelayMs', () => {
  it('doubles from the minimum and stops at the maximum', () => {
    expect(delays(1, 4)).toEqual([1000, 2000, 4000, 4000, 4000]);
  });

  it('retries at once, then after 200 ms and doubling, when the minimum is 0', () => {
    expect(delays(0, 600)).toEqual([0, 200, 400, 800, 1600]);
  });

  it('never waits when both bounds are 0', () => {
    expect(delays(0, 0)).toEqual([0, 0, 0, 0, 0]);
  });

  it('does not wait without a policy', () => {
    expect(retryDelayMs(null, 7)).toBe(0);
  });

  it('stays at the maximum after so many failures that doubling overflows', () => {
    expect(retryDelayMs(policy(10, 600), 5000)).toBe(600_000);
  });
});
