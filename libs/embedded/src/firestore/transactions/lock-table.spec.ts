import { LockTable, type LockOwner } from './lock-table.ts';

const anOwner = (): LockOwner => ({ held: new Set() });
const gone = new Error('gone');
const ABORTED = { code: 10 };

describe('LockTable', () => {
  it('hands a lock over in the order of asking', async () => {
    const locks = new LockTable(60_000);
    const [first, second, third] = [anOwner(), anOwner(), anOwner()];
    const order: string[] = [];
    await locks.acquire(first, 'a');
    const waits = [
      locks.acquire(second, 'a').then(() => order.push('second')),
      locks.acquire(third, 'a').then(() => order.push('third')),
    ];
    locks.release(first, gone);
    await waits[0];
    expect([...second.held]).toEqual(['a']);
    expect(order).toEqual(['second']);
    locks.release(second, gone);
    await waits[1];
    expect(order).toEqual(['second', 'third']);
  });

  it('lets an owner ask twice, also while it waits', async () => {
    const locks = new LockTable(60_000);
    const [first, second] = [anOwner(), anOwner()];
    await locks.acquire(first, 'a');
    await locks.acquire(first, 'a');
    const waits = Promise.all([locks.acquire(second, 'a'), locks.acquire(second, 'a')]);
    locks.release(first, gone);
    await waits;
    expect([...second.held]).toEqual(['a']);
  });

  it('refuses the wait that would close a circle, of two or of three', async () => {
    const locks = new LockTable(60_000);
    const [one, two, three] = [anOwner(), anOwner(), anOwner()];
    await locks.acquire(one, 'a');
    await locks.acquire(two, 'b');
    await locks.acquire(three, 'c');
    const oneWaits = locks.acquire(one, 'b');
    const twoWaits = locks.acquire(two, 'c');
    await expect(locks.acquire(three, 'a')).rejects.toMatchObject(ABORTED);
    locks.release(three, gone);
    await twoWaits;
    locks.release(two, gone);
    await oneWaits;
  });

  it('sees a circle that leads through somebody ahead in a queue', async () => {
    const locks = new LockTable(60_000);
    const [holder, ahead, behind] = [anOwner(), anOwner(), anOwner()];
    await locks.acquire(holder, 'a');
    await locks.acquire(behind, 'b');
    const aheadWaits = Promise.all([locks.acquire(ahead, 'a'), locks.acquire(ahead, 'b')]);
    await expect(locks.acquire(behind, 'a')).rejects.toMatchObject(ABORTED);
    locks.release(behind, gone);
    locks.release(holder, gone);
    await aheadWaits;
    expect([...ahead.held].sort()).toEqual(['a', 'b']);
  });

  it('refuses a wait that takes too long, and passes the lock to the next in the queue', async () => {
    const locks = new LockTable(20);
    const [first, second, third] = [anOwner(), anOwner(), anOwner()];
    await locks.acquire(first, 'a');
    await expect(locks.acquire(second, 'a')).rejects.toMatchObject(ABORTED);
    const thirdWaits = locks.acquire(third, 'a');
    locks.release(first, gone);
    await thirdWaits;
    expect([...second.held]).toEqual([]);
  });

  it('gives nothing to an owner that was released while it waited', async () => {
    const locks = new LockTable(60_000);
    const [first, second] = [anOwner(), anOwner()];
    await locks.acquire(first, 'a');
    const refused = expect(locks.acquire(second, 'a')).rejects.toBe(gone);
    locks.release(second, gone);
    await refused;
    locks.release(first, gone);
    await locks.acquire(first, 'a');
    expect([...second.held]).toEqual([]);
  });
});
