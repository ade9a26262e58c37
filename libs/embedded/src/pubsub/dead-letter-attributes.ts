import type { StoredMessage } from './delivery.ts';
import { partsOf } from './resource-names.ts';

/**
 * The attributes of the copy on the dead-letter topic: the message's own and where it comes from.
 * https://cloud.google.com/pubsub/docs/dead-letter-topics#dead-letter_messages
 */
export function deadLetterAttributes(
  subscription: string,
  { attributes, publishedAtMs }: StoredMessage,
  failures: number,
): Record<string, string> {
  const { project, id } = partsOf(subscription);
  return {
    ...attributes,
    CloudPubSubDeadLetterSourceDeliveryCount: String(failures),
    CloudPubSubDeadLetterSourceSubscription: id,
    CloudPubSubDeadLetterSourceSubscriptionProject: project,
    CloudPubSubDeadLetterSourceTopicPublishTime: new Date(publishedAtMs).toISOString(),
  };
}
