import type { RetryPolicy } from './wire-types.ts';
import { toSeconds } from './wire-time.ts';

/** Doubling needs something to double when the policy's minimum is 0. */
const SMALLEST_STEP_SECONDS = 0.1;

/**
 * How long a message waits after its n-th failed attempt: the minimum, doubled with each further
 * failure, never above the maximum. Without a policy it comes back at once.
 * https://cloud.google.com/pubsub/docs/handling-failures#exponential_backoff
 * @param failures failed attempts so far, at least 1.
 */
export function retryDelayMs(policy: RetryPolicy | null, failures: number): number {
  if (policy === null) return 0;
  const minimum = toSeconds(policy.minimumBackoff);
  if (minimum === 0 && failures === 1) return 0;
  const grown = (minimum || SMALLEST_STEP_SECONDS) * 2 ** (failures - 1);
  return Math.min(toSeconds(policy.maximumBackoff), grown) * 1000;
}
