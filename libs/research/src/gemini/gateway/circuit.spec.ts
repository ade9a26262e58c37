import { Retryable } from '@dossier/contracts';
import { withGateway, type GatewayTest } from './gateway.builder.ts';
import { ended, failure, text } from './gemini-server.fake.ts';

const busy = failure(503, 'UNAVAILABLE');

async function failThreeTimes({ gateway, server, call }: GatewayTest): Promise<void> {
  server.otherwise = () => busy;
  for (let i = 0; i < 3; i += 1) await expect(gateway.prose(call)).rejects.toThrow();
  server.arrived.length = 0;
}

describe('the circuit of a model', () => {
  it('opens when three calls in a row fail with all their tries: the next one is refused unasked', () =>
    withGateway({}, async (test) => {
      await failThreeTimes(test);
      await expect(test.gateway.prose(test.call)).rejects.toMatchObject({
        name: 'Retryable',
        reason: 'model-circuit-open',
      });
      expect(test.server.arrived).toEqual([]);
      expect(test.ledger.bookings).toHaveLength(12);
    }));

  it('is shared by calls side by side, and is the one model’s own', () =>
    withGateway({}, async ({ gateway, server, call }) => {
      server.otherwise = ({ model }) => (model === 'model-s' ? busy : text('ok'));
      await Promise.allSettled([1, 2, 3].map(() => gateway.prose(call)));
      await expect(gateway.prose(call)).rejects.toMatchObject({ reason: 'model-circuit-open' });
      await expect(gateway.prose({ ...call, tier: 'write' })).resolves.toMatchObject({
        parts: ['ok'],
      });
    }));

  it('stays closed when many calls that begin together fail once each', () =>
    withGateway({ concurrency: 8 }, async ({ gateway, server, call }) => {
      server.answers(...Array.from({ length: 8 }, () => busy));
      const calls = Array.from({ length: 8 }, () => gateway.prose(call));
      expect(await Promise.all(calls)).toHaveLength(8);
    }));

  it('lets one call try after a while, and closes when that goes well', () =>
    withGateway({}, async (test) => {
      const { gateway, server, call, clock } = test;
      await failThreeTimes(test);
      clock.advance(30_000);
      server.answers({ fault: 'silence' });
      const abort = new AbortController();
      const trial = gateway.prose({ ...call, signal: abort.signal });
      await server.until(1);
      await expect(gateway.prose(call)).rejects.toMatchObject({ reason: 'model-circuit-open' });
      abort.abort(new Retryable('stage-timeout'));
      await expect(trial).rejects.toMatchObject({ reason: 'stage-timeout' });

      // A trial that was given up says nothing about the model: again it is one call that tries.
      server.otherwise = () => text('back');
      const [next, beside] = await Promise.allSettled([gateway.prose(call), gateway.prose(call)]);
      expect(next).toMatchObject({ value: { parts: ['back'] } });
      expect(beside).toMatchObject({ reason: { reason: 'model-circuit-open' } });
      expect(await Promise.all([gateway.prose(call), gateway.prose(call)])).toHaveLength(2);
    }));

  it('opens again when the trial fails', () =>
    withGateway({}, async (test) => {
      await failThreeTimes(test);
      test.clock.advance(30_000);
      await expect(test.gateway.prose(test.call)).rejects.toMatchObject({
        reason: 'model-overloaded',
      });
      await expect(test.gateway.prose(test.call)).rejects.toMatchObject({
        reason: 'model-circuit-open',
      });
    }));

  it('is not opened by refusals and useless answers', () =>
    withGateway({}, async ({ gateway, server, call }) => {
      for (const scripted of [ended('SAFETY'), ended('STOP')]) {
        server.otherwise = () => scripted;
        for (let i = 0; i < 4; i += 1) await expect(gateway.prose(call)).rejects.toThrow();
      }
      server.otherwise = () => text('ok');
      await expect(gateway.prose(call)).resolves.toMatchObject({ parts: ['ok'] });
    }));
});

describe('the fallback model', () => {
  it('is asked when the tier’s model stays overloaded, and at once when its circuit is open', () =>
    withGateway({ fallbackModel: 'other' }, async ({ gateway, server, call }) => {
      server.otherwise = ({ model }) => (model === 'other' ? text('instead') : busy);
      const asked = [];
      for (let i = 0; i < 4; i += 1) {
        server.arrived.length = 0;
        await expect(gateway.prose(call)).resolves.toMatchObject({ parts: ['instead'] });
        asked.push(server.arrived.map(({ model }) => model));
      }
      const tried = [...Array<string>(4).fill('model-s'), 'other'];
      expect(asked).toEqual([tried, tried, tried, ['other']]);
    }));

  it('fails like any model', () =>
    withGateway({ fallbackModel: 'other' }, async ({ gateway, server, call }) => {
      server.otherwise = ({ model }) => (model === 'other' ? ended('SAFETY') : busy);
      await expect(gateway.prose(call)).rejects.toMatchObject({ reason: 'model-refused' });
    }));

  it('is not asked twice when it is the tier’s own', () =>
    withGateway({ fallbackModel: 'model-s' }, async ({ gateway, server, call }) => {
      server.otherwise = () => busy;
      await expect(gateway.prose(call)).rejects.toMatchObject({ reason: 'model-overloaded' });
      expect(server.arrived).toHaveLength(4);
    }));

  it('is not asked because the connection breaks: it is behind the same one', () =>
    withGateway({ fallbackModel: 'other' }, async ({ gateway, server, call }) => {
      server.otherwise = () => ({ fault: 'reset' });
      await expect(gateway.prose(call)).rejects.toMatchObject({ reason: 'model-unreachable' });
      expect(server.arrived).toHaveLength(4);
    }));
});
