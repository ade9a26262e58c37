import { startDayWorld } from './day/day-world.kit.ts';

const QUERIES = [0, 2, 4, 6, 8, 10, 12, 14];

// A rejection that nobody hears ends a process: jest fails the test in which there is one.
it.each(QUERIES)(
  'an ingress that always sweeps stops without a word, after %i queries',
  async (count) => {
    const world = await startDayWorld(new Date('2026-11-10T00:00:00.000Z'), 1);
    // So that it is stopped at different points of its sweeps.
    for (let query = 0; query < count; query += 1) {
      await world.firestore.collection('conversations').limit(1).get();
    }
    await expect(world.close()).resolves.toBeUndefined();
  },
);
