import type { BacklogStore } from './backlog-store.ts';
import { applyFieldMask } from './field-mask.ts';
import { alreadyExists, failedPrecondition, invalidArgument, notFound } from './grpc-errors.ts';
import { DELETED_TOPIC } from './message-router.ts';
import type { ReplayStore } from './replay-store.ts';
import type { Subscription } from './subscription.ts';
import type { TimeSource } from './time-source.ts';
import { toMs, toTimestamp } from './wire-time.ts';
import type { FieldMask, SnapshotConfig } from './wire-types.ts';

const LONGEST_LIFE_MS = 7 * 86_400_000;
const SHORTEST_LIFE_MS = 3_600_000;
const MUTABLE_FIELDS: ReadonlySet<string> = new Set(['labels', 'expireTime']);

/** What snapshots are built on; `nextMessageId` is the id that the next message will get. */
export interface SnapshotPorts {
  readonly time: TimeSource;
  readonly store: BacklogStore;
  readonly replay: ReplayStore;
  readonly nextMessageId: () => number;
}

/**
 * The snapshots of all subscriptions. One that has expired is gone for its callers at once, also
 * when it is deleted only a little later.
 */
export class Snapshots {
  readonly #ports: SnapshotPorts;
  readonly #byName = new Map<string, SnapshotConfig>();

  constructor(ports: SnapshotPorts) {
    this.#ports = ports;
  }

  /** Adds what was stored before. */
  restore(snapshot: SnapshotConfig): void {
    this.#byName.set(snapshot.name, snapshot);
  }

  all(): readonly SnapshotConfig[] {
    return [...this.#byName.values()].filter((snapshot) => !this.#isOver(snapshot));
  }

  /** @throws PubSubError NOT_FOUND */
  get(name: string): SnapshotConfig {
    const snapshot = this.#byName.get(name);
    if (snapshot === undefined || this.#isOver(snapshot)) throw notFound(name);
    return snapshot;
  }

  /** Whether messages of the topic must be kept for a snapshot though nobody waits for them. */
  keepTopic(topic: string): boolean {
    return this.all().some((snapshot) => snapshot.topic === topic);
  }

  /**
   * Lives 7 days minus the age of the oldest message it keeps: see Snapshot.expire_time in the proto.
   * @throws PubSubError ALREADY_EXISTS, FAILED_PRECONDITION when it would live less than an hour.
   */
  create(
    { name, labels }: Pick<SnapshotConfig, 'name' | 'labels'>,
    subscription: Subscription,
  ): SnapshotConfig {
    this.dropExpired();
    if (this.#byName.has(name)) throw alreadyExists(name);
    const { time, store, replay, nextMessageId } = this.#ports;
    const now = time.now();
    const expiresAtMs = (store.oldestPublishedAtMs(subscription.name) ?? now) + LONGEST_LIFE_MS;
    if (expiresAtMs - now < SHORTEST_LIFE_MS) {
      throw failedPrecondition(
        'The backlog of the subscription is too old: the snapshot would expire in less than 1 hour. Acknowledge its oldest messages or seek past them first.',
      );
    }
    const { topic } = subscription.config;
    const snapshot = { name, topic, labels, expireTime: toTimestamp(expiresAtMs) };
    replay.createSnapshot(snapshot, subscription.name, nextMessageId());
    this.#byName.set(name, snapshot);
    return snapshot;
  }

  /**
   * Labels and the end of life may change, the latter within 7 days from now.
   * @throws PubSubError NOT_FOUND, INVALID_ARGUMENT
   */
  update(update: SnapshotConfig, mask: FieldMask | null): SnapshotConfig {
    const snapshot = applyFieldMask(this.get(update.name), update, mask, MUTABLE_FIELDS);
    const lifeMs = toMs(snapshot.expireTime ?? toTimestamp(0)) - this.#ports.time.now();
    if (lifeMs <= 0 || lifeMs > LONGEST_LIFE_MS) {
      throw invalidArgument('expire_time must be in the future and at most 7 days ahead');
    }
    this.#ports.replay.saveSnapshot(snapshot);
    this.#byName.set(snapshot.name, snapshot);
    return snapshot;
  }

  /** What only it has kept is dropped. @throws PubSubError NOT_FOUND */
  delete(name: string): void {
    this.#drop(this.get(name));
  }

  dropExpired(): void {
    for (const snapshot of this.#byName.values()) if (this.#isOver(snapshot)) this.#drop(snapshot);
  }

  /** A topic created later under the same name is another one. */
  topicDeleted(topic: string): void {
    for (const snapshot of this.#byName.values()) {
      if (snapshot.topic !== topic) continue;
      const orphan = { ...snapshot, topic: DELETED_TOPIC };
      this.#ports.replay.saveSnapshot(orphan);
      this.#byName.set(orphan.name, orphan);
    }
  }

  #drop(snapshot: SnapshotConfig): void {
    this.#byName.delete(snapshot.name);
    this.#ports.replay.deleteSnapshot(snapshot);
  }

  #isOver({ expireTime }: SnapshotConfig): boolean {
    return toMs(expireTime) <= this.#ports.time.now();
  }
}
