import { Permanent, Retryable } from '@dossier/contracts';
import { runFunctionCalls } from './run-function-calls.ts';
import type { ToolContext, ToolDefinition } from './tool-definition.ts';
import { TOOLS } from './tool-registry.ts';

/** A tool that doubles a number, and counts how often it ran. */
function doubling(run?: ToolDefinition['run'], fields: Partial<ToolDefinition> = {}) {
  const ran: unknown[] = [];
  const number = {
    type: 'object',
    properties: { n: { type: 'number' } },
    required: ['n'],
    additionalProperties: false,
  };
  const tool: ToolDefinition = {
    name: 'double',
    description: 'Doubles a number.',
    kind: 'function',
    input: number,
    output: number,
    timeoutMs: 1_000,
    tries: 2,
    cost: {},
    needsReview: false,
    fits: () => true,
    run: (input, context) => {
      ran.push(input);
      return run === undefined ? Promise.resolve({ n: 2 }) : run(input, context);
    },
    ...fields,
  };
  return { tool, ran };
}

/** A clock whose waits end when the test says so, or with their signal. */
function aContext(signal = new AbortController().signal) {
  const over = Promise.withResolvers<void>();
  const waits: number[] = [];
  const context: ToolContext = {
    signal,
    clock: {
      now: () => new Date(0),
      sleep: (ms, until) => {
        waits.push(ms);
        const aborted = new Promise<void>((resolve) => {
          until?.addEventListener('abort', () => resolve());
        });
        return Promise.race([over.promise, aborted]);
      },
    },
  };
  return { context, waits, passTime: over.resolve };
}

describe('runFunctionCalls', () => {
  it('runs what is offered, on what its schema accepts', async () => {
    const { tool, ran } = doubling();
    const { context } = aContext();
    const { results, refused } = await runFunctionCalls(
      [
        { name: 'double', args: { n: 1 }, id: 'a' },
        { name: 'double', args: { n: 1 } },
      ],
      [tool],
      context,
    );
    expect({ results, refused, ran }).toEqual({
      results: [
        { name: 'double', id: 'a', response: { n: 2 } },
        { name: 'double', response: { n: 2 } },
      ],
      refused: 0,
      ran: [{ n: 1 }, { n: 1 }],
    });
  });

  it.each([
    ['a name that nobody registered', { name: 'run-shell', args: { n: 1 } }],
    ['a name of every object', { name: 'constructor', args: { n: 1 } }],
    ['another spelling', { name: 'Double', args: { n: 1 } }],
    ["the provider's tool", { name: 'google-search', args: {} }],
    ['no arguments', { name: 'double', args: undefined }],
    ['arguments of another type', { name: 'double', args: { n: '1' } }],
    ['arguments that are a list', { name: 'double', args: [1] }],
    ['further arguments', { name: 'double', args: { n: 1, path: '/etc/passwd' } }],
  ])('refuses %s, and runs nothing', async (_name, call) => {
    const { tool, ran } = doubling();
    const offered = [tool, ...TOOLS.filter(({ kind }) => kind === 'server')];
    const { results, refused } = await runFunctionCalls([call], offered, aContext().context);
    expect(refused).toBe(1);
    expect(results).toEqual([{ name: call.name, response: { error: 'refused' } }]);
    expect(ran).toEqual([]);
  });

  it('refuses a registered tool that is not offered now', async () => {
    const call = { name: 'local-corpus-search', args: { query: 'x', language: 'en' } };
    expect(await runFunctionCalls([call], [], aContext().context)).toMatchObject({ refused: 1 });
  });

  it('answers the first calls of a flood only', async () => {
    const { tool, ran } = doubling();
    const calls = Array.from({ length: 1_000 }, () => ({ name: 'double', args: { n: 1 } }));
    const { results, refused } = await runFunctionCalls(calls, [tool], aContext().context);
    expect([results.length, ran.length, refused]).toEqual([8, 8, 992]);
  });

  it('tries again what may pass', async () => {
    let tried = 0;
    const { tool } = doubling(() =>
      ++tried === 1 ? Promise.reject(new Retryable('busy')) : Promise.resolve({ n: 4 }),
    );
    const { results } = await runFunctionCalls(
      [{ name: 'double', args: { n: 2 } }],
      [tool],
      aContext().context,
    );
    expect(results[0]?.response).toEqual({ n: 4 });
  });

  it('tells the model when a tool stays busy', async () => {
    const { tool, ran } = doubling(() => Promise.reject(new Retryable('busy')));
    const { results } = await runFunctionCalls(
      [{ name: 'double', args: { n: 2 } }],
      [tool],
      aContext().context,
    );
    expect(results[0]?.response).toEqual({ error: 'not available now' });
    expect(ran).toHaveLength(2);
  });

  it('stops a tool that takes too long', async () => {
    const signals: AbortSignal[] = [];
    const { tool } = doubling((_input, { signal }) => {
      signals.push(signal);
      return new Promise(() => undefined);
    });
    const { context, waits, passTime } = aContext();
    passTime();
    const { results } = await runFunctionCalls(
      [{ name: 'double', args: { n: 2 } }],
      [tool],
      context,
    );
    expect(results[0]?.response).toEqual({ error: 'not available now' });
    expect(waits).toEqual([1_000, 1_000]);
    expect(signals.map(({ aborted }) => aborted)).toEqual([true, true]);
  });

  it('shows the model no result that breaks its schema', async () => {
    const { tool } = doubling(() => Promise.resolve({ n: 'secret' }));
    const { results } = await runFunctionCalls(
      [{ name: 'double', args: { n: 2 } }],
      [tool],
      aContext().context,
    );
    expect(results[0]?.response).toEqual({ error: 'unusable result' });
  });

  it('bounds a result', async () => {
    const { tool } = doubling(() => Promise.resolve({ n: 1, text: '長'.repeat(50_000) }), {
      output: { type: 'object' },
    });
    const { results } = await runFunctionCalls(
      [{ name: 'double', args: { n: 2 } }],
      [tool],
      aContext().context,
    );
    expect(JSON.stringify(results).length).toBeLessThan(15_000);
    expect(results[0]?.response).toMatchObject({ truncated: true });
  });

  it('ends with the signal', async () => {
    const controller = new AbortController();
    const { tool } = doubling(() => new Promise(() => undefined));
    const running = runFunctionCalls(
      [{ name: 'double', args: { n: 2 } }],
      [tool],
      aContext(controller.signal).context,
    );
    controller.abort(new Error('lease lost'));
    await expect(running).rejects.toThrow('lease lost');
  });

  it('hides no bug of a tool', async () => {
    const { tool } = doubling(() => Promise.reject(new TypeError('a bug')));
    await expect(
      runFunctionCalls([{ name: 'double', args: { n: 2 } }], [tool], aContext().context),
    ).rejects.toThrow('a bug');
    const { tool: other } = doubling(() => Promise.reject(new Permanent('gone')));
    await expect(
      runFunctionCalls([{ name: 'double', args: { n: 2 } }], [other], aContext().context),
    ).rejects.toThrow(Permanent);
  });
});
