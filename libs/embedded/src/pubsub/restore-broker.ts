import type { Broker } from './broker.ts';
import type { StoredMessage } from './delivery.ts';
import type { Journal } from './journal.ts';
import type { StoredDelivery, StoredState } from './stored-state.ts';
import type { Subscription } from './subscription.ts';

/**
 * Fills a new broker from the database. A lease that was out when the last server stopped or died
 * counts as one failed attempt: the message may be what killed it.
 */
export function restoreBroker(broker: Broker, journal: Journal, state: StoredState): void {
  for (const topic of state.topics) broker.restoreTopic(topic);
  const subscriptions = new Map(
    state.subscriptions.map((config) => [config.name, broker.restoreSubscription(config)]),
  );
  for (const id of state.messages.keys()) broker.skipMessageId(id);
  const known: { delivery: StoredDelivery; subscription: Subscription; message: StoredMessage }[] =
    [];
  for (const delivery of state.deliveries) {
    const subscription = subscriptions.get(delivery.subscription);
    const message = state.messages.get(delivery.messageId);
    if (subscription === undefined || message === undefined) {
      journal.deleteDelivery(delivery.subscription, delivery.messageId);
      continue;
    }
    message.references += 1;
    known.push({ delivery, subscription, message });
  }
  for (const { id, references } of state.messages.values()) {
    if (references === 0) journal.deleteMessage(id);
  }
  // Only now, with every reference counted: restoring may dead-letter a message that another
  // subscription still needs.
  for (const { delivery, subscription, message } of known) {
    const failures = delivery.leased ? delivery.failures + 1 : delivery.failures;
    if (delivery.leased) journal.markFailed(subscription.name, message.id, failures);
    subscription.restore(message, failures);
  }
  broker.dropExpired();
  journal.flush();
  for (const subscription of subscriptions.values()) broker.startPush(subscription);
}
