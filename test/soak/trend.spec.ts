import { trendOf, type Sample } from './trend.ts';

const MB = 1024 * 1024;

/** One sample every 5 s for ten minutes. */
const samples = (heapMb: (minute: number) => number): Sample[] =>
  Array.from({ length: 121 }, (_, i) => {
    const heap = heapMb(i / 12) * MB;
    return { atMs: i * 5000, heap, rss: heap };
  });

describe('trendOf', () => {
  it('passes memory that warms up and then swings around a level', () => {
    const trend = trendOf(
      samples((minute) => Math.min(40, 20 + 10 * minute) + Math.sin(minute * 50)),
      'heap',
    );
    expect(trend.ok).toBe(true);
    expect(Math.abs(trend.growthMb)).toBeLessThan(1);
  });

  it('fails a leak of 100 bytes a message at 200 messages a second', () => {
    const leakPerMinute = (100 * 200 * 60) / MB;
    const trend = trendOf(
      samples((minute) => 40 + leakPerMinute * minute + Math.sin(minute * 50)),
      'heap',
    );
    expect(trend).toMatchObject({ ok: false });
    expect(Math.abs(trend.mbPerMinute - leakPerMinute)).toBeLessThan(0.2);
  });

  it('passes one step that leads nowhere', () => {
    expect(
      trendOf(
        samples((minute) => (minute < 6 ? 200 : 240)),
        'rss',
      ).ok,
    ).toBe(true);
  });

  it('gives RSS more room than the heap', () => {
    const growing = samples((minute) => 100 + minute);
    expect(trendOf(growing, 'heap').ok).toBe(false);
    expect(trendOf(growing, 'rss').ok).toBe(true);
  });

  it('does not judge a handful of samples', () => {
    expect(() => trendOf(samples(() => 1).slice(0, 3), 'heap')).toThrow('Fewer than 4 samples');
  });
});
