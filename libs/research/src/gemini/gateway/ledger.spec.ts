import { RecordingLedger, withGateway } from './gateway.builder.ts';
import { ended, failure, text, TOKENS, type Scripted } from './gemini-server.fake.ts';

const search = { googleSearch: {}, urlContext: true };
const grounded = { groundingMetadata: { webSearchQueries: ['a', 'b', 'c'] } };
const usual = {
  modelCalls: 1,
  searchQueries: 0,
  inputTokens: 100,
  toolTokens: 7,
  outputTokens: 20,
  thoughtTokens: 5,
  // (100 + 7) * 1 + (20 + 5) * 10
  costMicroUsd: 357,
};

describe('the books of the gateway', () => {
  it('hold the most that a request can cost before it is made, and what it did cost after', () =>
    withGateway({}, async ({ gateway, server, call, ledger }) => {
      server.answers(text('ok', grounded));
      await gateway.prose({ ...call, serverTools: search, prompt: 'See https://a.example' });
      const [booking] = ledger.bookings;
      expect(booking?.planned).toMatchObject({
        step: 'search.1',
        tier: 'search',
        model: 'model-s',
        prices: '2026-12-01',
        most: {
          modelCalls: 1,
          searchQueries: 6,
          toolTokens: 60_000,
          outputTokens: 1_000,
          thoughtTokens: 1_000,
        },
      });
      const { inputTokens = 0, costMicroUsd } = booking?.planned.most ?? {};
      expect(inputTokens).toBeGreaterThan(20);
      expect(costMicroUsd).toBe(inputTokens + 60_000 + 10_000 + 60_000);
      expect(booking?.settled).toEqual({
        usage: { ...usual, searchQueries: 3, costMicroUsd: 30_357 },
        outcome: 'ok',
      });
    }));

  it('estimate a Chinese prompt at more than a token for each character', () =>
    withGateway({}, async ({ gateway, call, ledger }) => {
      await gateway.prose({ ...call, prompt: '字'.repeat(1_000) });
      expect(ledger.bookings[0]?.planned.most.inputTokens).toBeGreaterThan(1_500);
    }));

  it('hold every retry and every other model as a request of its own', () =>
    withGateway({ fallbackModel: 'other' }, async ({ gateway, server, call, ledger }) => {
      server.otherwise = ({ model }) =>
        model === 'other' ? text('ok') : failure(503, 'UNAVAILABLE');
      await gateway.prose(call);
      expect(ledger.bookings.map(({ planned }) => planned.model)).toEqual([
        ...Array<string>(4).fill('model-s'),
        'other',
      ]);
      expect(ledger.bookings[0]?.settled).toEqual({
        usage: { modelCalls: 1 },
        outcome: 'model-overloaded',
      });
    }));

  it.each<[string, Scripted]>([
    ['a reset', { fault: 'reset' }],
    ['a body that breaks off', { fault: 'broken-body' }],
    ['an answer without usage', { body: {} }],
    ['an answer that cannot be read', { body: 'x' }],
  ])('keep the whole reservation after %s: it may have been billed', (_, scripted) =>
    withGateway({}, async ({ gateway, server, call, ledger }) => {
      server.answers(scripted);
      await gateway.prose(call);
      const [first] = ledger.bookings;
      expect(first?.settled?.usage).toEqual(first?.planned.most);
    }),
  );

  it('hold no tokens of a request that never left', () =>
    withGateway({}, async ({ gateway, server, call, ledger }) => {
      await server.close();
      await expect(gateway.prose(call)).rejects.toMatchObject({ reason: 'model-unreachable' });
      expect(ledger.bookings.map(({ settled }) => settled?.usage)).toEqual(
        Array(4).fill({ modelCalls: 1 }),
      );
    }));

  it('hold what a useless answer did cost', () =>
    withGateway({}, async ({ gateway, server, call, ledger }) => {
      server.answers(ended('STOP'));
      await gateway.prose(call);
      expect(ledger.bookings[0]?.settled).toEqual({
        usage: usual,
        outcome: 'model-answer-unusable',
      });
    }));

  it.each([-1, 1.5, '7', null, [], 1e300, Number.MAX_SAFE_INTEGER])(
    'are never lowered by a count that is none: %p',
    (candidatesTokenCount) =>
      withGateway({}, async ({ gateway, server, call, ledger }) => {
        const answer = text('ok').body as object;
        server.answers({
          body: { ...answer, usageMetadata: { ...TOKENS, candidatesTokenCount } },
        });
        await gateway.prose(call);
        const expected = candidatesTokenCount === null ? 0 : 1_000;
        expect(ledger.bookings[0]?.settled?.usage.outputTokens).toBe(expected);
      }),
  );

  it('stop everything when they are full: nothing is sent, and no other model is tried', () =>
    withGateway({ fallbackModel: 'other' }, async ({ gateway, server, call, events }) => {
      const ledger = new RecordingLedger(2);
      server.otherwise = () => failure(503, 'UNAVAILABLE');
      await expect(gateway.prose({ ...call, ledger })).rejects.toMatchObject({
        name: 'NeedsHuman',
        reason: 'over-budget',
      });
      expect(server.arrived).toHaveLength(2);
      expect(events).toHaveLength(2);
    }));

  it('give the slot back when they are full', () =>
    withGateway({ concurrency: 1 }, async ({ gateway, call }) => {
      const refusing = new RecordingLedger(0);
      await expect(gateway.prose({ ...call, ledger: refusing })).rejects.toMatchObject({
        reason: 'over-budget',
      });
      await expect(gateway.prose(call)).resolves.toMatchObject({ parts: ['ok'] });
    }));

  it('never hold more open reservations than requests may be under way', () =>
    withGateway({ concurrency: 2 }, async ({ gateway, call, ledger }) => {
      await Promise.all(Array.from({ length: 9 }, () => gateway.prose(call)));
      expect(ledger.bookings).toHaveLength(9);
      expect(ledger.mostOpen).toBe(2);
    }));

  it('end within the limit when parallel calls ask for more than it', () =>
    withGateway({ concurrency: 8 }, async ({ gateway, server, call }) => {
      const ledger = new RecordingLedger(5);
      const calls = Array.from({ length: 20 }, () => gateway.prose({ ...call, ledger }));
      const settled = await Promise.allSettled(calls);
      expect(settled.filter(({ status }) => status === 'fulfilled')).toHaveLength(5);
      expect(server.arrived).toHaveLength(5);
    }));
});
