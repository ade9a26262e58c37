import { halfOf } from './answer.ts';
import { withCandidate, withTexts, type GeneratedContent } from './generated-content.ts';
import type { AnswerScenario } from './scenario.ts';

const BLOCK_REASONS = [
  'SAFETY',
  'OTHER',
  'BLOCKLIST',
  'PROHIBITED_CONTENT',
  'IMAGE_SAFETY',
  'MODEL_ARMOR',
  'JAILBREAK',
] as const;

/** Every finishReason of @google/genai 3.3.0 with which nothing of the answer arrives. */
const EMPTY_FINISHES = [
  'SAFETY',
  'RECITATION',
  'LANGUAGE',
  'OTHER',
  'BLOCKLIST',
  'PROHIBITED_CONTENT',
  'SPII',
  'TOO_MANY_TOOL_CALLS',
  'MISSING_THOUGHT_SIGNATURE',
  'MALFORMED_RESPONSE',
  'ESCALATION',
  'PUP_LIMITED_DISABLED',
  'MODEL_ARMOR',
  'IMAGE_SAFETY',
  'IMAGE_PROHIBITED_CONTENT',
  'IMAGE_RECITATION',
  'IMAGE_OTHER',
  'NO_IMAGE',
] as const;

/** Answers that end in another way than with `STOP`. */
export const FINISH_SCENARIOS = {
  ...table('blocked-', BLOCK_REASONS, (blockReason): AnswerScenario => ({ answer }) => ({
    promptFeedback: { blockReason },
    ...promptUsage(answer),
  })),
  ...table(
    'finish-',
    EMPTY_FINISHES,
    (reason): AnswerScenario =>
      ({ answer }) =>
        ending(answer, reason),
  ),
  'finish-UNKNOWN_FUTURE_REASON': ({ answer }) =>
    withCandidate(answer, (one) => ({ ...one, finishReason: 'UNKNOWN_FUTURE_REASON' })),
  'empty-object': () => ({}),
  'no-candidates': ({ answer }) => ({ candidates: [], ...promptUsage(answer) }),
  'stop-without-parts': ({ answer }) =>
    withCandidate(answer, () => ({ content: { role: 'model' }, finishReason: 'STOP', index: 0 })),
  'max-tokens-thoughts-only': ({ answer }) => thoughtsOnly(answer),
  // The first half: within a sentence, and within the JSON text of a structured answer.
  'max-tokens-cut': ({ answer }) =>
    withCandidate(
      withTexts(answer, (text) =>
        Array.from(text)
          .slice(0, Math.ceil(text.length / 2))
          .join(''),
      ),
      (one) => ({ ...one, finishReason: 'MAX_TOKENS' }),
    ),
  'malformed-function-call': ({ answer }) =>
    withCandidate(answer, () => ({
      content: {},
      finishReason: 'MALFORMED_FUNCTION_CALL',
      finishMessage: 'Malformed function call: print(google_search.search(queries=["x"]))',
      index: 0,
    })),
  'unexpected-tool-call': ({ answer }) =>
    withCandidate(answer, () => ({
      content: {},
      finishReason: 'UNEXPECTED_TOOL_CALL',
      finishMessage: 'Unexpected tool call: {"functionCall":{"name":"run_code","args":{}}}',
      index: 0,
    })),
  continuation: ({ answer }) =>
    withCandidate(
      withTexts(answer, (text) => text.slice(0, halfOf(text))),
      (one) => ({ ...one, finishReason: 'CONTINUATION', continuationToken: 'dG9r' }),
    ),
} as const satisfies Readonly<Record<string, AnswerScenario>>;

function ending(answer: GeneratedContent, finishReason: string): GeneratedContent {
  return withCandidate(answer, () => ({ finishReason, index: 0, safetyRatings: [] }));
}

function thoughtsOnly(answer: GeneratedContent): GeneratedContent {
  const { promptTokenCount = 0 } = answer.usageMetadata ?? {};
  const thoughtsTokenCount = 8192;
  return {
    ...withCandidate(answer, () => ({
      content: { role: 'model' },
      finishReason: 'MAX_TOKENS',
      index: 0,
    })),
    usageMetadata: {
      promptTokenCount,
      thoughtsTokenCount,
      totalTokenCount: promptTokenCount + thoughtsTokenCount,
    },
  };
}

function promptUsage({ usageMetadata }: GeneratedContent): GeneratedContent {
  const { promptTokenCount = 0 } = usageMetadata ?? {};
  return { usageMetadata: { promptTokenCount, totalTokenCount: promptTokenCount } };
}

function table<P extends string, N extends string>(
  prefix: P,
  names: readonly N[],
  make: (name: N) => AnswerScenario,
): Readonly<Record<`${P}${N}`, AnswerScenario>> {
  const entries = names.map((name) => [`${prefix}${name}`, make(name)] as const);
  // Object.fromEntries forgets its keys: these are exactly the names.
  return Object.fromEntries(entries) as Record<`${P}${N}`, AnswerScenario>;
}
