import { Permanent, Retryable, type QueryGroup } from '@dossier/contracts';
import type { Placed } from '../../follow-up.ts';
import type { ModelGateway } from '../gateway/model-gateway.ts';
import type { PaidContext } from '../paid-step.ts';
import { prompt } from '../prompts/prompt.ts';
import {
  checkComparison,
  complaintsOf,
  type ComparedSources,
  type Comparison,
} from './check-comparison.ts';
import { COMPARISON_SCHEMA, ComparisonAnswer } from './comparison-answer.ts';
import { comparePrompt } from './compare-prompt.ts';
import { inTraditional } from './in-traditional.ts';

/** Name of the step in the ledger and in memory. */
export const COMPARE_STEP = 'compare';

/** What is to be compared. */
export interface ComparisonRequest {
  readonly question: string;
  /** In the order in which they are shown, those of one source together. */
  readonly shown: readonly Placed[];
  readonly fresh: ReadonlySet<string>;
  /** The groups that were searched for this version. */
  readonly groups: readonly QueryGroup[];
}

/** Some 40 items of 200 tokens, and thoughts. */
const MAX_OUTPUT_TOKENS = 16_000;

/**
 * Sets excerpts against each other by one call without tools. A model that cannot do it costs the
 * comparison, not the evidence.
 * @throws what the gateway throws, except for a refusal and an answer that stays unusable.
 */
export async function askComparison(
  gateway: ModelGateway,
  request: ComparisonRequest,
  { ledger, signal }: PaidContext,
): Promise<Comparison> {
  const sources = comparedSources(request);
  try {
    const answer = await gateway.structured({
      tier: 'compare',
      step: COMPARE_STEP,
      system: prompt('system', {}),
      prompt: comparePrompt(request),
      schema: COMPARISON_SCHEMA,
      shape: ComparisonAnswer,
      check: (given) => complaintsOf(checkComparison(given, sources)),
      maxOutputTokens: MAX_OUTPUT_TOKENS,
      signal,
      ledger,
    });
    return await inTraditional(checkComparison(answer, sources).comparison);
  } catch (error) {
    if (isModelAtFault(error)) return withoutComparison(request);
    throw error;
  }
}

function comparedSources({ question, shown, fresh, groups }: ComparisonRequest): ComparedSources {
  return {
    question,
    shown: new Map(shown.map((placed) => [placed.extract.key, placed])),
    fresh,
    groups: new Set(groups.map(({ id }) => id)),
  };
}

function isModelAtFault(error: unknown): boolean {
  return (
    (error instanceof Retryable && error.reason === 'model-answer-unusable') ||
    (error instanceof Permanent && error.reason === 'model-refused')
  );
}

function withoutComparison({ groups: [first] }: ComparisonRequest): Comparison {
  const note = '這次無法比對各個來源的說法，因此沒有列出來源之間的共識與分歧。';
  const gaps = first === undefined ? [] : [{ group: first.id, note }];
  return { agreements: [], divergences: [], gaps };
}
