import type { SubscriptionConfig } from './wire-types.ts';

/** A subscription as a client sends it, with nothing set but what the test is about. */
export function aSubscription(changes: Partial<SubscriptionConfig> = {}): SubscriptionConfig {
  return {
    name: 'projects/p/subscriptions/work',
    topic: 'projects/p/topics/work',
    state: 'STATE_UNSPECIFIED',
    detached: false,
    filter: '',
    ackDeadlineSeconds: 10,
    enableMessageOrdering: false,
    enableExactlyOnceDelivery: false,
    pushConfig: null,
    deadLetterPolicy: null,
    retryPolicy: null,
    messageRetentionDuration: null,
    retainAckedMessages: false,
    expirationPolicy: null,
    ...changes,
  };
}
