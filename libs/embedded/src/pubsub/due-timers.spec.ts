import { DueTimers, type Due } from './due-timers.ts';
import { ManualTime } from './manual-time.fake.ts';

interface Named extends Due {
  readonly name: string;
}

function setUp() {
  const time = new ManualTime();
  const fired: string[][] = [];
  const timers = new DueTimers<Named>(time, (items) => fired.push(items.map((item) => item.name)));
  const item = (name: string, dueAtMs: number): Named => {
    const made = { name, dueAtMs, wakeAtMs: Infinity };
    timers.watch(made);
    return made;
  };
  return { time, fired, timers, item };
}

describe('DueTimers', () => {
  it('fires what is due, earliest first, and leaves the rest', () => {
    const { time, fired, item } = setUp();
    item('c', 300);
    item('a', 100);
    item('b', 200);
    time.advance(250);
    expect(fired.flat()).toEqual(['a', 'b']);
    time.advance(50);
    expect(fired.flat()).toEqual(['a', 'b', 'c']);
  });

  it('keeps the order of a thousand random times', () => {
    const { time, fired, item } = setUp();
    const times = Array.from({ length: 1000 }, (_, i) => (i * 7919) % 1009);
    for (const at of times) item(String(at), at);
    time.advance(1009);
    const sorted = [...times].sort((a, b) => a - b).map(String);
    expect(fired.flat()).toEqual(sorted);
  });

  it('waits for the new time when an item is extended', () => {
    const { time, fired, timers, item } = setUp();
    const lease = item('lease', 100);
    lease.dueAtMs = 250;
    timers.watch(lease);
    time.advance(200);
    expect(fired).toEqual([]);
    time.advance(50);
    expect(fired).toEqual([['lease']]);
  });

  it('fires at the earlier time, once, when an item is brought forward', () => {
    const { time, fired, timers, item } = setUp();
    const lease = item('lease', 500);
    lease.dueAtMs = 100;
    timers.watch(lease);
    time.advance(100);
    expect(fired).toEqual([['lease']]);
    timers.settle(lease);
    time.advance(1000);
    expect(fired).toEqual([['lease']]);
  });

  it('never fires a settled item, also when so many are settled that the heap is rebuilt', () => {
    const { time, fired, timers, item } = setUp();
    const items = Array.from({ length: 3000 }, (_, i) => item(String(i), 1000 + i));
    for (const [i, each] of items.entries()) if (i % 1000 !== 0) timers.settle(each);
    time.advance(5000);
    expect(fired.flat()).toEqual(['0', '1000', '2000']);
  });

  it('fires nothing after stop', () => {
    const { time, fired, timers, item } = setUp();
    item('a', 100);
    timers.stop();
    item('b', 200);
    time.advance(1000);
    expect(fired).toEqual([]);
  });
});
