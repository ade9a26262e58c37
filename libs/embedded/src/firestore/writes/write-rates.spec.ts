import { WriteRates } from './write-rates.ts';

/** Writes `perSecond` times a second for a while; returns the warnings. */
function written(perSecond: number, seconds: number) {
  let now = 0;
  const rates = new WriteRates(() => now);
  const warnings = [];
  for (; now <= seconds * 1000; now += 1000 / perSecond) warnings.push(...rates.count(['c/hot']));
  return warnings;
}

describe('WriteRates', () => {
  it('says nothing of a document that is written once a second', () => {
    expect(written(1, 300)).toEqual([]);
  });

  it('tells of a document that is written twice a second, once a minute', () => {
    const warnings = written(2, 125);
    expect(warnings).toHaveLength(2);
    expect(warnings[0]?.name).toBe('c/hot');
    expect(warnings[0]?.perSecond).toBeCloseTo(2, 0);
  });

  it('says nothing of a burst', () => {
    let now = 0;
    const rates = new WriteRates(() => now);
    for (let i = 0; i < 9; i++) expect(rates.count(['c/burst'])).toEqual([]);
    now = 20_000;
    expect(rates.count(['c/burst'])).toEqual([]);
  });

  it('counts each document for itself', () => {
    let now = 0;
    const rates = new WriteRates(() => now);
    const warnings = [];
    for (; now < 60_000; now += 500) warnings.push(...rates.count([`c/${(now / 500) % 4}`]));
    expect(warnings).toEqual([]);
  });
});
