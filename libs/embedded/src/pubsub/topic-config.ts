import { checkRetention } from './subscription-config.ts';
import { refuseUnsupported } from './unsupported-features.ts';
import type { TopicConfig } from './wire-types.ts';

/**
 * A copy as the service echoes it. A retention is checked, and absent unless it is given.
 * @throws PubSubError INVALID_ARGUMENT for a value out of bounds, UNIMPLEMENTED for what this server
 * does not have.
 */
export function completeTopic(topic: TopicConfig): TopicConfig {
  refuseUnsupported(topic);
  checkRetention(topic.messageRetentionDuration);
  return { ...topic, state: 'ACTIVE' };
}
