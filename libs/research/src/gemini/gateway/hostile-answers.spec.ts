import { IsString } from 'class-validator';
import * as fc from 'fast-check';
import { withGateway, type GatewayTest } from './gateway.builder.ts';
import type { Scripted } from './gemini-server.fake.ts';

class Named {
  @IsString() name!: string;
}

const NAMES = [
  'candidates',
  'content',
  'parts',
  'text',
  'thought',
  'functionCall',
  'name',
  'args',
  'finishReason',
  'groundingMetadata',
  'groundingChunks',
  'groundingSupports',
  'segment',
  'groundingChunkIndices',
  'web',
  'uri',
  'usageMetadata',
  'promptTokenCount',
  'promptFeedback',
  'blockReason',
  'error',
  'code',
  'details',
  '@type',
  'retryDelay',
  'quotaId',
  '__proto__',
  'constructor',
  'length',
];
const LEAVES = [
  'STOP',
  'MAX_TOKENS',
  'SAFETY',
  '{"name":"x"}',
  'type.googleapis.com/google.rpc.RetryInfo',
  '1s',
  'https://a.example',
];

/** JSON of any form, out of the words that the API uses, so that it gets deep into the readers. */
const { tree } = fc.letrec<{ tree: unknown; leaf: unknown }>((tie) => ({
  leaf: fc.oneof(fc.jsonValue({ maxDepth: 0 }), fc.constantFrom(...LEAVES, 503, 429, 400, -1)),
  tree: fc.oneof(
    { depthSize: 'medium' },
    tie('leaf'),
    fc.array(tie('tree'), { maxLength: 3 }),
    fc.dictionary(fc.constantFrom(...NAMES), tie('tree'), { maxKeys: 5 }),
  ),
}));
const answerLike = fc
  .record({
    content: fc.record({ parts: fc.array(tree) }),
    finishReason: tree,
    groundingMetadata: tree,
  })
  .map((candidate) => ({ candidates: [candidate] }));
const answers = fc.record<Scripted>({
  status: fc.constantFrom(200, 200, 200, 400, 429, 500, 302),
  body: fc.oneof(tree, answerLike, fc.string()),
});

const REASONS = [
  'model-overloaded',
  'model-unreachable',
  'model-quota',
  'model-circuit-open',
  'model-answer-unusable',
  'model-refused',
  'model-misconfigured',
  'daily-quota',
];

describe('whatever a server answers', () => {
  it('is an answer of the right form or a documented error, and every request is settled', () =>
    withGateway({}, async (test) => {
      await fc.assert(
        fc.asyncProperty(answers, async (scripted) => {
          test.server.otherwise = () => scripted;
          await proseOrReason(test);
          await namedOrReason(test);
          expect(test.ledger.outcomes).not.toContain(undefined);
          test.ledger.bookings.length = 0;
          test.clock.advance(60_000);
        }),
        { numRuns: 150, seed: 5 },
      );
    }));
});

async function proseOrReason({ gateway, call }: GatewayTest): Promise<void> {
  try {
    const answer = await gateway.prose(call);
    expect(answer.parts.some((part) => part.trim() !== '') || answer.calls.length > 0).toBe(true);
    for (const { part, startByte, endByte, chunks } of answer.supports) {
      expect(answer.parts[part]).toBeDefined();
      expect(startByte).toBeLessThan(endByte);
      for (const chunk of chunks) expect(answer.chunks[chunk]).toBeDefined();
    }
  } catch (error) {
    expectDocumented(error);
  }
}

async function namedOrReason({ gateway, call }: GatewayTest): Promise<void> {
  const structured = { ...call, schema: { type: 'object' }, shape: Named, check: () => [] };
  try {
    const { name } = await gateway.structured(structured);
    expect(typeof name).toBe('string');
  } catch (error) {
    expectDocumented(error);
  }
}

function expectDocumented(error: unknown): void {
  if (error instanceof Error && 'matcherResult' in error) throw error;
  expect(REASONS).toContain((error as { reason?: unknown }).reason);
}
