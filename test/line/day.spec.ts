import { DayPlay } from './day/day-play.ts';
import { readDaySettings } from './day/day-settings.ts';
import { startDayWorld, type DayWorld } from './day/day-world.kit.ts';
import { expectedEnds, storedEnds } from './day/stored-runs.ts';

const settings = readDaySettings();
/** A busy machine plays a few events a second; on an idle one it is five times as many. */
const WITHIN_MS = 120_000 + settings.events * 300;

describe(`a day of ${settings.events} events, seed ${settings.seed}`, () => {
  let world: DayWorld;
  let play: DayPlay;
  beforeAll(async () => {
    world = await startDayWorld(new Date('2026-11-10T00:00:00.000Z'));
    play = new DayPlay(world, settings);
    await play.play();
  }, WITHIN_MS);
  afterAll(() => world.close());

  it('has everything that days have', () => {
    const ends = [...new Set(Object.values(expectedEnds(play.chats)))];
    const kinds = ['done, pushed', 'done, handed-over', 'failed, pushed'];
    expect(ends).toEqual(expect.arrayContaining([...kinds, 'cancelled, not told']));
    for (const count of [play.duplicates, play.late, play.answered]) {
      expect(count).toBeGreaterThan(0);
    }
  });

  it('answers every event that is to be answered, no other, and uses no token twice', () => {
    expect(play.deviations).toEqual([]);
    expect(world.line.acceptedReplies).toBe(play.answered);
  });

  it('begins exactly the versions that were asked for, and each ends and is told as it must', async () => {
    expect([...world.gates.strangers]).toEqual([]);
    expect(await storedEnds(world.firestore)).toEqual(expectedEnds(play.chats));
  });

  it('pushes once for each end that can be pushed, and pays for nobody else', () => {
    const { line } = world;
    const pushed = { pushes: line.acceptedPushes, cost: line.quotaUsed };
    expect(pushed).toEqual(play.research.told);
    const keys = line.delivered.flatMap(({ kind, retryKey }) =>
      kind === 'push' ? [retryKey] : [],
    );
    expect(new Set(keys).size).toBe(keys.length);
  });
});
