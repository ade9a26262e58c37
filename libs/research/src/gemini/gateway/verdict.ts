import { Permanent, type NeedsHuman } from '@dossier/contracts';
import type { ProseAnswer } from './model-gateway.ts';

/** Why a request is made once more; the reason of the `Retryable` when no try is left. */
export type AgainReason =
  | 'model-overloaded'
  | 'model-quota'
  | 'model-unreachable'
  | 'model-timeout'
  | 'model-answer-unusable';

/** What follows from one request. */
export type Verdict =
  | { readonly kind: 'answer'; readonly answer: ProseAnswer }
  | {
      readonly kind: 'again';
      readonly reason: AgainReason;
      /** How long the provider asks to wait. */
      readonly waitMs?: number;
      /** The token cap was used up before there was an answer: the next try needs more. */
      readonly needsRoom?: boolean;
      /** What broke the connection. */
      readonly cause?: unknown;
    }
  /** It repeats a source: to be asked once more in other words. */
  | { readonly kind: 'reword' }
  | { readonly kind: 'end'; readonly error: Permanent | NeedsHuman };

/** The provider will not answer this. `why` is its code. */
export function refused(why: string): Permanent {
  return new Permanent('model-refused', { message: `the model refused: ${codeOf(why)}` });
}

/** A provider's code for a message; what is no code may be anybody's text, and is not repeated. */
export function codeOf(value: string): string {
  return /^[A-Z][A-Z0-9_]{0,63}$/u.test(value) ? value : 'unknown code';
}

/** The ledger's word for how a request ended. */
export function outcomeOf(verdict: Verdict): string {
  if (verdict.kind === 'answer') return 'ok';
  if (verdict.kind === 'again') return verdict.reason;
  return verdict.kind === 'reword' ? 'model-refused' : verdict.error.reason;
}
