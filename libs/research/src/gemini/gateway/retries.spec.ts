import { inspect } from 'node:util';
import { Retryable } from '@dossier/contracts';
import { withGateway } from './gateway.builder.ts';
import {
  ended,
  failure,
  parts,
  quotaFailure,
  retryInfo,
  text,
  type Scripted,
} from './gemini-server.fake.ts';

const busy = failure(503, 'UNAVAILABLE');
const PER_MINUTE = quotaFailure('GenerateRequestsPerMinutePerProjectPerModel-FreeTier');
const PER_DAY = quotaFailure('GenerateRequestsPerDayPerProjectPerModel-FreeTier');

describe('a request that fails', () => {
  const passing: [string, Scripted][] = [
    ...[408, 500, 502, 503, 504, 429].map((status): [string, Scripted] => [
      `status ${status}`,
      failure(status, 'ANY'),
    ]),
    ['an HTML page of a proxy', { status: 502, body: '<html>Bad Gateway</html>' }],
    ['an error inside a 200', { body: { error: { code: 503, status: 'UNAVAILABLE' } } }],
    ['an error in a list', { status: 503, body: [{ error: { code: 503 } }] }],
    ['a reset', { fault: 'reset' }],
    ['a body that breaks off', { fault: 'broken-body' }],
    ['JSON that is none', { body: '{"candidates": [' }],
    ['an empty body', { body: '' }],
    ['an empty object', { body: {} }],
    ['null', { body: 'null' }],
    ['a stop without content', ended('STOP')],
    ['thoughts only', parts([{ text: 'hm', thought: true }])],
    [
      'thoughts only at the cap',
      parts([{ text: 'hm', thought: true }], { finishReason: 'MAX_TOKENS' }),
    ],
    ['blank text', text(' \n')],
    ['a malformed call', ended('MALFORMED_FUNCTION_CALL')],
    ['a malformed answer with text', text('x', { finishReason: 'MALFORMED_RESPONSE' })],
    ['a call of a tool that is not there', ended('UNEXPECTED_TOOL_CALL')],
  ];
  it.each(passing)('is made again after %s', (_, scripted) =>
    withGateway({}, async ({ gateway, server, call, clock }) => {
      server.answers(scripted, text('there it is'));
      await expect(gateway.prose(call)).resolves.toMatchObject({ parts: ['there it is'] });
      expect(server.arrived).toHaveLength(2);
      expect(clock.waits).toEqual([500]);
    }),
  );

  it('is made four times, with waits that double, and then left to the stage', () =>
    withGateway({}, async ({ gateway, server, call, clock, events }) => {
      server.otherwise = () => busy;
      const failed = gateway.prose(call);
      await expect(failed).rejects.toBeInstanceOf(Retryable);
      await expect(failed).rejects.toMatchObject({ reason: 'model-overloaded' });
      expect(server.arrived).toHaveLength(4);
      expect(clock.waits).toEqual([500, 1_000, 2_000]);
      expect(events.map(({ attempt, outcome }) => [attempt, outcome])).toEqual([
        [1, 'model-overloaded'],
        [2, 'model-overloaded'],
        [3, 'model-overloaded'],
        [4, 'model-overloaded'],
      ]);
    }));

  it.each<[string, Scripted]>([
    ['model-unreachable', { fault: 'reset' }],
    ['model-quota', failure(429, 'RESOURCE_EXHAUSTED', PER_MINUTE)],
    ['model-answer-unusable', { body: '<html>' }],
    ['model-answer-unusable', ended('STOP')],
  ])('ends with %s when it never goes through', (reason, scripted) =>
    withGateway({}, async ({ gateway, server, call }) => {
      server.otherwise = () => scripted;
      await expect(gateway.prose(call)).rejects.toMatchObject({ name: 'Retryable', reason });
      expect(server.arrived).toHaveLength(4);
    }),
  );

  it.each([
    ['17s', 17_000],
    ['45.837906927s', 45_838],
    ['60s', 60_000],
  ])('waits as long as RetryInfo asks for: %s', (delay, ms) =>
    withGateway({}, async ({ gateway, server, call, clock }) => {
      server.answers(failure(429, 'RESOURCE_EXHAUSTED', PER_MINUTE, retryInfo(delay)));
      await gateway.prose(call);
      expect(clock.waits).toEqual([ms]);
    }),
  );

  it.each(['-5s', 'soon', 's', '1e3s', '0s'])(
    'takes its own wait when RetryInfo says %s',
    (delay) =>
      withGateway({}, async ({ gateway, server, call, clock }) => {
        server.answers(failure(429, 'RESOURCE_EXHAUSTED', retryInfo(delay)));
        await gateway.prose(call);
        expect(clock.waits).toEqual([500]);
      }),
  );

  it('tells what broke the connection', () =>
    withGateway({}, async ({ gateway, server, call }) => {
      server.otherwise = () => ({ fault: 'reset' });
      await expect(gateway.prose(call)).rejects.toMatchObject({
        reason: 'model-unreachable',
        cause: { message: 'fetch failed' },
      });
    }));

  it('is not made with a key that no header can hold, and the key is not repeated', () =>
    withGateway(
      { access: { kind: 'api-key', apiKey: 'two\nlines' } },
      async ({ gateway, server, call }) => {
        const error: unknown = await gateway.prose(call).catch((reason: unknown) => reason);
        expect(error).toMatchObject({ name: 'Permanent', reason: 'model-misconfigured' });
        expect(inspect(error, { depth: 9 })).not.toContain('lines');
        expect(server.arrived).toEqual([]);
      },
    ));

  it('waits as long as the header asks for when there is no RetryInfo', () =>
    withGateway({}, async ({ gateway, server, call, clock }) => {
      server.answers({ ...busy, headers: { 'retry-after': '3' } });
      await gateway.prose(call);
      expect(clock.waits).toEqual([3_000]);
    }));

  it('does not wait for more than a minute', () =>
    withGateway({}, async ({ gateway, server, call, clock }) => {
      server.answers(failure(429, 'RESOURCE_EXHAUSTED', PER_MINUTE, retryInfo('60.001s')));
      await expect(gateway.prose(call)).rejects.toMatchObject({ reason: 'model-quota' });
      expect(clock.waits).toEqual([]);
    }));

  it('does not ask before the time that it was told, whoever asks: until it is near, then after a wait', () =>
    withGateway({}, async ({ gateway, server, call, clock }) => {
      server.answers(failure(429, 'RESOURCE_EXHAUSTED', PER_MINUTE, retryInfo('90s')));
      await expect(gateway.prose(call)).rejects.toMatchObject({ reason: 'model-quota' });
      clock.advance(20_000);
      await expect(gateway.prose(call)).rejects.toMatchObject({
        ...{ reason: 'model-quota', details: { waitMs: 70_000 } },
      });
      expect(server.arrived).toHaveLength(1);
      clock.advance(30_000);
      await gateway.prose(call);
      expect(clock.waits).toEqual([40_000]);
      expect(server.arrived).toHaveLength(2);
    }));

  it('remembers the wait that its last try was told, but none without end', () =>
    withGateway({}, async ({ gateway, server, call, clock }) => {
      server.answers(
        ...Array.from({ length: 3 }, () => busy),
        failure(429, 'RESOURCE_EXHAUSTED', PER_MINUTE, retryInfo('31536000s')),
      );
      await expect(gateway.prose(call)).rejects.toMatchObject({ reason: 'model-quota' });
      await expect(gateway.prose(call)).rejects.toMatchObject({ reason: 'model-quota' });
      expect(server.arrived).toHaveLength(4);
      clock.advance(60 * 60_000);
      await gateway.prose(call);
      expect(server.arrived).toHaveLength(5);
    }));

  it('waits for a person at once when the quota of the day is used up', () =>
    withGateway({ fallbackModel: 'other' }, async ({ gateway, server, call }) => {
      server.answers(failure(429, 'RESOURCE_EXHAUSTED', PER_DAY, retryInfo('17s')));
      await expect(gateway.prose(call)).rejects.toMatchObject({
        name: 'NeedsHuman',
        reason: 'daily-quota',
        details: { model: 'model-s' },
      });
      expect(server.arrived).toHaveLength(1);
    }));

  it.each([
    [400, 'the model does not take such a request'],
    [401, 'check the API key or the service account'],
    [403, 'check that the API is enabled'],
    [404, 'check the name of the model'],
    [418, 'check the address'],
    [501, 'check the address'],
  ])('is not made again after %s, and the message says what to check', (status, check) =>
    withGateway({ fallbackModel: 'other' }, async ({ gateway, server, call }) => {
      const info = {
        '@type': 'type.googleapis.com/google.rpc.ErrorInfo',
        reason: 'API_KEY_INVALID',
      };
      server.answers(failure(status, 'INVALID_ARGUMENT', info));
      const failed = gateway.prose(call);
      await expect(failed).rejects.toMatchObject({
        name: 'Permanent',
        reason: 'model-misconfigured',
      });
      await expect(failed).rejects.toThrow(check);
      await expect(failed).rejects.toThrow('API_KEY_INVALID');
      await expect(failed).rejects.not.toThrow(/a-secret-key|secret words/u);
      expect(server.arrived).toHaveLength(1);
    }),
  );
});
