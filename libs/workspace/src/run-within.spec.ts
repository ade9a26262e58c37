import { getMaxListeners } from 'node:events';
import { runWithin } from './run-within.ts';

describe('runWithin', () => {
  it('lets any number of requests listen to the signal', async () => {
    const { signal } = new AbortController();
    await runWithin(signal, () => Promise.resolve());
    expect(getMaxListeners(signal)).toBe(0);
  });

  it('rejects as soon as the signal aborts, whatever the work does', async () => {
    const stop = new AbortController();
    const running = runWithin(stop.signal, () => new Promise(() => undefined));
    stop.abort('late');
    await expect(running).rejects.toMatchObject({ name: 'Interrupted', cause: 'late' });
  });
});
