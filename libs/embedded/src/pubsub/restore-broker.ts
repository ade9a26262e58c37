import type { Broker } from './broker.ts';
import type { Journal } from './journal.ts';
import type { StoredState } from './stored-state.ts';

/**
 * Fills a new broker from the database. A lease that was out when the last server stopped or died
 * counts as one failed attempt: the message may be what killed it.
 */
export function restoreBroker(broker: Broker, journal: Journal, state: StoredState): void {
  journal.transact((database) =>
    database.exec('UPDATE deliveries SET leased = 0, failures = failures + 1 WHERE leased = 1'),
  );
  for (const topic of state.topics) broker.restoreTopic(topic);
  broker.continueFrom(state.nextMessageId);
  for (const snapshot of state.snapshots) broker.snapshots.restore(snapshot);
  const subscriptions = state.subscriptions.map((config) => broker.restoreSubscription(config));
  for (const subscription of subscriptions) {
    subscription.touch(state.idleMs.get(subscription.name));
    // Only now, with every topic there: this may dead-letter messages.
    if (!subscription.stopped) subscription.reload();
  }
  journal.flush();
  for (const subscription of subscriptions) broker.startPush(subscription);
}
