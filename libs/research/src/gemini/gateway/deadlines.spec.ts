import { withGateway } from './gateway.builder.ts';
import { failure } from './gemini-server.fake.ts';

const busy = failure(503, 'UNAVAILABLE');

describe('the deadline of a request', () => {
  it.each(['silence', 'endless-body'] as const)('ends %s, and the request is made again', (fault) =>
    withGateway(
      { callMs: { plan: 1, search: 1_000, compare: 1, write: 1 } },
      async ({ gateway, server, call, ledger }) => {
        server.answers({ fault });
        await expect(gateway.prose(call)).resolves.toMatchObject({ parts: ['ok'] });
        expect(ledger.outcomes).toEqual(['model-timeout', 'ok']);
      },
    ),
  );

  it('is told apart from the caller who gives up', () =>
    withGateway(
      { callMs: { plan: 1, search: 300, compare: 1, write: 1 } },
      async ({ gateway, server, call }) => {
        server.otherwise = () => ({ fault: 'silence' });
        await expect(gateway.prose(call)).rejects.toMatchObject({
          name: 'Retryable',
          reason: 'model-timeout',
        });
        expect(server.arrived).toHaveLength(4);
      },
    ));
});

describe('a caller who gives up', () => {
  const reason = new Error('the lease is lost');

  it('is told so at once while the request is under way', () =>
    withGateway({}, async ({ gateway, server, call, ledger, events }) => {
      const abort = new AbortController();
      server.answers({ fault: 'silence' });
      const asked = gateway.prose({ ...call, signal: abort.signal });
      await server.until(1);
      abort.abort(reason);
      await expect(asked).rejects.toBe(reason);
      expect(ledger.outcomes).toEqual(['aborted']);
      expect(ledger.bookings[0]?.settled?.usage).toEqual(ledger.bookings[0]?.planned.most);
      expect(events).toMatchObject([{ outcome: 'aborted' }]);
    }));

  it('is told so at once while it waits for the next try', () =>
    withGateway({}, async ({ gateway, server, call, clock }) => {
      const abort = new AbortController();
      clock.isHolding = true;
      server.answers(busy);
      const asked = gateway.prose({ ...call, signal: abort.signal });
      await clock.untilWaiting();
      abort.abort(reason);
      await expect(asked).rejects.toBe(reason);
      expect(server.arrived).toHaveLength(1);
    }));

  it('is told so at once in the queue, having reserved nothing', () =>
    withGateway({ concurrency: 1 }, async ({ gateway, server, call, ledger }) => {
      const [holding, waiting] = [new AbortController(), new AbortController()];
      server.answers({ fault: 'silence' });
      const held = gateway.prose({ ...call, signal: holding.signal });
      await server.until(1);
      const queued = gateway.prose({ ...call, signal: waiting.signal });
      waiting.abort(reason);
      await expect(queued).rejects.toBe(reason);
      expect(ledger.bookings).toHaveLength(1);
      holding.abort(reason);
      await expect(held).rejects.toBe(reason);
      await expect(gateway.prose(call)).resolves.toMatchObject({ parts: ['ok'] });
    }));

  it('asks nothing when that was before the call', () =>
    withGateway({}, async ({ gateway, server, call, ledger }) => {
      const signal = AbortSignal.abort(reason);
      await expect(gateway.prose({ ...call, signal })).rejects.toBe(reason);
      expect([server.arrived, ledger.bookings]).toEqual([[], []]);
    }));

  it('gives a reservation back that comes through too late', () =>
    withGateway({}, async ({ gateway, server, call }) => {
      const abort = new AbortController();
      const [reserving, reserved] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
      const given = Promise.withResolvers<unknown>();
      const slow = {
        reserve: async () => {
          reserving.resolve();
          await reserved.promise;
          return { settle: (...settled: unknown[]) => Promise.resolve(given.resolve(settled)) };
        },
      };
      const asked = gateway.prose({ ...call, ledger: slow, signal: abort.signal });
      await reserving.promise;
      abort.abort(reason);
      await expect(asked).rejects.toBe(reason);
      reserved.resolve();
      await expect(given.promise).resolves.toEqual([{}, 'aborted']);
      expect(server.arrived).toEqual([]);
    }));
});
