import type { BacklogStore } from './backlog-store.ts';
import type { Broker } from './broker.ts';
import type { Journal } from './journal.ts';
import type { PubSubLog } from './pubsub-log.ts';
import { RetentionStore } from './retention-store.ts';
import {
  acknowledgedRetentionMs,
  idleLimitMs,
  topicRetentionMs,
  waitingRetentionMs,
} from './retention.ts';
import type { Subscription } from './subscription.ts';
import type { TimeSource } from './time-source.ts';

/** What ages out within a minute of its time: the shortest retention is 10 minutes. */
const SWEEP_MS = 60_000;

/** What housekeeping works on. */
export interface HousekeepingPorts {
  readonly time: TimeSource;
  readonly journal: Journal;
  readonly store: BacklogStore;
  readonly log: PubSubLog;
}

/**
 * Drops what has outlived its time: messages, retained messages, snapshots, and subscriptions that
 * nobody uses.
 */
export class Housekeeping {
  readonly #broker: Broker;
  readonly #ports: HousekeepingPorts;
  readonly #retention: RetentionStore;
  #cancel: (() => void) | undefined;

  constructor(broker: Broker, ports: HousekeepingPorts) {
    this.#broker = broker;
    this.#ports = ports;
    this.#retention = new RetentionStore(ports.journal);
  }

  /** Sweeps every minute from now on. */
  start(): void {
    this.#cancel = this.#ports.time.after(SWEEP_MS, () => {
      this.#whileWritable(() => {
        this.sweep();
        this.#saveIdleTimes();
      });
      this.start();
    });
  }

  /** Stores what the next start needs, while the database is still open. */
  stop(): void {
    this.#cancel?.();
    this.#whileWritable(() => this.#saveIdleTimes());
  }

  /** One round of everything. */
  sweep(): void {
    const now = this.#ports.time.now();
    for (const subscription of this.#broker.subscriptions()) this.#sweep(subscription, now);
    for (const topic of this.#broker.topics()) {
      const keptMs = topicRetentionMs(topic);
      const oldest = this.#ports.store.oldestOfTopicMs(topic.name) ?? Infinity;
      if (keptMs > 0 && oldest < now - keptMs) {
        this.#retention.dropTopicMessages(topic.name, now - keptMs);
      }
    }
    this.#broker.snapshots.dropExpired();
  }

  /**
   * Stores how long each subscription has been idle. Durations and not times: while the server is
   * off nobody can use a subscription, and that must not cost one its backlog.
   */
  #saveIdleTimes(): void {
    const subscriptions = this.#broker.subscriptions();
    this.#retention.saveIdleTimes(new Map(subscriptions.map((each) => [each.name, each.idleMs])));
  }

  /** Once the disk is full the journal has said so: there is nobody here to tell it again. */
  #whileWritable(work: () => void): void {
    const { journal } = this.#ports;
    if (journal.failed) return;
    try {
      work();
    } catch (error) {
      if (!journal.failed) throw error;
    }
  }

  #sweep(subscription: Subscription, now: number): void {
    const { name, config, idleMs } = subscription;
    if (idleMs >= idleLimitMs(config)) {
      const days = Math.floor(idleMs / 86_400_000);
      this.#ports.log({ level: 'warn', message: 'idle subscription expired', name, days });
      this.#broker.deleteSubscription(subscription);
      return;
    }
    const { store } = this.#ports;
    const before = now - waitingRetentionMs(config, this.#broker.topicOf(subscription));
    if ((store.oldestPublishedAtMs(name) ?? Infinity) < before) {
      const dropped = this.#retention.dropWaiting(name, before);
      this.#ports.log({ level: 'info', message: 'retention dropped messages', name, dropped });
      subscription.reload();
      subscription.pump();
    }
    const retainedBefore = now - acknowledgedRetentionMs(config);
    if ((store.oldestAcknowledgedMs(name) ?? Infinity) < retainedBefore) {
      this.#retention.dropAcknowledged(name, retainedBefore);
    }
  }
}
