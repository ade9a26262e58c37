import { invalidArgument } from './grpc-errors.ts';
import { refuseUnsupported } from './unsupported-features.ts';
import { ofSeconds, toSeconds } from './wire-time.ts';
import type { DeadLetterPolicy, Duration, RetryPolicy, SubscriptionConfig } from './wire-types.ts';

const DAY_SECONDS = 86_400;
const MAX_RETENTION_SECONDS = 31 * DAY_SECONDS;
const DEFAULT_RETENTION = ofSeconds(7 * DAY_SECONDS);
const DEFAULT_EXPIRATION = { ttl: ofSeconds(31 * DAY_SECONDS) };
const MAX_FILTER_BYTES = 256;

/**
 * A copy with the service's defaults filled in, as CreateSubscription echoes it.
 * Bounds and defaults: https://cloud.google.com/pubsub/docs/reference/rpc/google.pubsub.v1#subscription
 * The caller checks that topics exist and that the filter compiles.
 * @throws PubSubError INVALID_ARGUMENT for a value out of bounds, UNIMPLEMENTED for other sinks
 * than push and pull.
 */
export function completeSubscription(config: SubscriptionConfig): SubscriptionConfig {
  refuseUnsupported(config);
  if (config.enableExactlyOnceDelivery && isPush(config)) {
    throw invalidArgument('exactly-once delivery is not supported for push subscriptions');
  }
  if (Buffer.byteLength(config.filter) > MAX_FILTER_BYTES) {
    throw invalidArgument(`filter is longer than ${MAX_FILTER_BYTES} bytes`);
  }
  return {
    ...config,
    ackDeadlineSeconds: checkAckDeadline(config.ackDeadlineSeconds || 10),
    deadLetterPolicy: completeDeadLetter(config.deadLetterPolicy),
    retryPolicy: completeRetry(config.retryPolicy),
    messageRetentionDuration: checkRetention(config.messageRetentionDuration) ?? DEFAULT_RETENTION,
    topicMessageRetentionDuration: null,
    expirationPolicy: checkExpiration(config.expirationPolicy),
    state: 'ACTIVE',
  };
}

/** Whether the server sends the messages by HTTP instead of waiting for pulls. */
export function isPush(config: SubscriptionConfig): boolean {
  return Boolean(config.pushConfig?.pushEndpoint);
}

/** @throws PubSubError INVALID_ARGUMENT outside 10 to 600 seconds. */
export function checkAckDeadline(seconds: number): number {
  if (seconds < 10 || seconds > 600) {
    throw invalidArgument(
      `Invalid ack deadline: ${seconds}; it must be between 10 and 600 seconds`,
    );
  }
  return seconds;
}

function completeDeadLetter(policy: DeadLetterPolicy | null): DeadLetterPolicy | null {
  if (!policy?.deadLetterTopic) return null;
  const maxDeliveryAttempts = policy.maxDeliveryAttempts || 5;
  if (maxDeliveryAttempts < 5 || maxDeliveryAttempts > 100) {
    throw invalidArgument('max_delivery_attempts must be between 5 and 100');
  }
  return { ...policy, maxDeliveryAttempts };
}

function completeRetry(policy: RetryPolicy | null): RetryPolicy | null {
  if (policy === null) return null;
  const minimumBackoff = policy.minimumBackoff ?? ofSeconds(10);
  const maximumBackoff = policy.maximumBackoff ?? ofSeconds(600);
  const minimum = toSeconds(minimumBackoff);
  const maximum = toSeconds(maximumBackoff);
  if (minimum < 0 || maximum > 600 || minimum > maximum) {
    throw invalidArgument(
      'retry_policy backoffs must be between 0 and 600 seconds, minimum <= maximum',
    );
  }
  return { ...policy, minimumBackoff, maximumBackoff };
}

/** @throws PubSubError INVALID_ARGUMENT outside 10 minutes to 31 days; absent is fine. */
export function checkRetention(retention: Duration | null): Duration | null {
  const seconds = toSeconds(retention);
  if (retention !== null && (seconds < 600 || seconds > MAX_RETENTION_SECONDS)) {
    throw invalidArgument('message_retention_duration must be between 10 minutes and 31 days');
  }
  return retention;
}

/** An empty policy (no ttl) means that the subscription never expires. */
function checkExpiration(
  policy: SubscriptionConfig['expirationPolicy'],
): SubscriptionConfig['expirationPolicy'] {
  if (policy === null) return DEFAULT_EXPIRATION;
  if (policy.ttl !== null && toSeconds(policy.ttl) < DAY_SECONDS) {
    throw invalidArgument('expiration_policy.ttl must be at least 1 day');
  }
  return policy;
}
