import { mapConcurrently } from './map-concurrently.ts';

describe('mapConcurrently', () => {
  it('keeps the order of the items, whatever finishes first', async () => {
    const gates = [1, 2, 3].map(() => Promise.withResolvers<void>());
    const mapped = mapConcurrently(gates, 3, async (gate, index) => {
      await gate.promise;
      return index;
    });
    for (const gate of gates.toReversed()) gate.resolve();
    await expect(mapped).resolves.toEqual([0, 1, 2]);
  });

  it('never has more than the limit under way', async () => {
    let underWay = 0;
    let most = 0;
    await mapConcurrently([...Array(20).keys()], 4, async () => {
      most = Math.max(most, ++underWay);
      await Promise.resolve();
      underWay -= 1;
    });
    expect(most).toBe(4);
  });

  it('begins nothing more after a failure, and fails once those under way have settled', async () => {
    const begun: number[] = [];
    const slow = Promise.withResolvers<void>();
    const mapped = mapConcurrently([0, 1, 2, 3], 2, async (item) => {
      begun.push(item);
      if (item === 0) throw new Error('refused');
      await slow.promise;
    });
    let settled = false;
    mapped.catch(() => (settled = true));
    await Promise.resolve();
    expect(settled).toBe(false);
    slow.resolve();
    await expect(mapped).rejects.toThrow('refused');
    expect(begun).toEqual([0, 1]);
  });

  it('maps nothing to nothing', async () => {
    await expect(mapConcurrently([], 4, () => Promise.resolve(1))).resolves.toEqual([]);
  });
});
