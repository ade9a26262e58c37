import { toSeconds } from './wire-time.ts';
import type { SubscriptionConfig, TopicConfig } from './wire-types.ts';

/** How long a topic itself keeps its messages; 0 when it leaves that to its subscriptions. */
export function topicRetentionMs({ messageRetentionDuration }: TopicConfig): number {
  return toSeconds(messageRetentionDuration) * 1000;
}

/**
 * How long a message may wait on a subscription: what its topic keeps is "always available to
 * subscribers" (Topic.message_retention_duration in the proto), so the longer of the two counts.
 */
export function waitingRetentionMs(
  subscription: SubscriptionConfig,
  topic: TopicConfig | undefined,
): number {
  const own = acknowledgedRetentionMs(subscription);
  return topic === undefined ? own : Math.max(own, topicRetentionMs(topic));
}

/** How long a subscription that retains acknowledged messages keeps them, from their publishing on. */
export function acknowledgedRetentionMs({ messageRetentionDuration }: SubscriptionConfig): number {
  return toSeconds(messageRetentionDuration) * 1000;
}

/** After how long without use a subscription is deleted; Infinity: never. */
export function idleLimitMs({ expirationPolicy }: SubscriptionConfig): number {
  const ttl = expirationPolicy?.ttl ?? null;
  return ttl === null ? Infinity : toSeconds(ttl) * 1000;
}
