import { latencyOf } from './latency.ts';
import { SeededRandom } from './seeded-random.ts';

describe('latency', () => {
  it('is none unless wished, fixed when it is a number, and like a model when recorded', () => {
    const at = (latency: 'recorded' | 'none' | number, scale = 1) =>
      latencyOf(latency, scale, 'search', new SeededRandom(1));
    expect(at('none')).toBe(0);
    expect(at(25)).toBe(25);
    expect(at('recorded')).toBeGreaterThanOrEqual(6_000);
    expect(at('recorded')).toBeLessThanOrEqual(14_000);
    expect(at('recorded', 0.02)).toBeCloseTo(at('recorded') / 50);
  });
});
