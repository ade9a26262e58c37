import type { Part } from './parts-of-work.kit.ts';

/** The whole request fails, whatever it was for; the reason with which the stage is tried again. */
const FAILING: Readonly<Record<string, string>> = {
  '408': 'Retryable:model-overloaded',
  '500': 'Retryable:model-overloaded',
  '502-html': 'Retryable:model-overloaded',
  '503': 'Retryable:model-overloaded',
  '504': 'Retryable:model-overloaded',
  '429-retry-info': 'Retryable:model-quota',
  '429-without-details': 'Retryable:model-quota',
  'reset-before-answer': 'Retryable:model-unreachable',
  'reset-mid-body': 'Retryable:model-unreachable',
  hang: 'Retryable:model-timeout',
};
/** Nothing can be read of the answer: a search is tried again later, everything else has its fallback. */
const UNREADABLE =
  /^(?:invalid-json|empty-body|json-array|empty-object|no-candidates|stop-without-parts|max-tokens-thoughts-only|malformed-function-call|unexpected-tool-call|blank-text|finish-(?:LANGUAGE|OTHER|TOO_MANY_TOOL_CALLS|MISSING_THOUGHT_SIGNATURE|MALFORMED_RESPONSE|NO_IMAGE))$/u;
/** The provider refuses: a question is then none for research, everything else has its fallback. */
const REFUSING =
  /^(?:blocked-.*|finish-(?:SAFETY|RECITATION|BLOCKLIST|PROHIBITED_CONTENT|SPII|ESCALATION|PUP_LIMITED_DISABLED|MODEL_ARMOR|IMAGE_.*))$/u;

/** What a version comes to when every request of one part of its work meets a scenario. */
export function endForEver(scenario: string, part: Part): string {
  if (scenario === '429-daily-quota') return 'NeedsHuman:daily-quota';
  const failure = FAILING[scenario];
  if (failure !== undefined) return failure;
  if (UNREADABLE.test(scenario) && part === 'search') return 'Retryable:model-answer-unusable';
  const isRefused = REFUSING.test(scenario) || scenario === 'odd-error-value';
  return isRefused && part === 'plan' ? 'Permanent:not-researchable' : 'report';
}

/** Whether a part of the work recovers from a scenario that is met once; the provider's decisions stand. */
export function recoversFrom(scenario: string, part: Part): boolean {
  if (scenario === '429-daily-quota') return false;
  const isDecision = REFUSING.test(scenario) && scenario !== 'finish-RECITATION';
  return part !== 'plan' || !(isDecision || scenario === 'odd-error-value');
}
