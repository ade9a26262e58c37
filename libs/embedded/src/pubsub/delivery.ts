import type { Due } from './due-timers.ts';
import type { PubSubError } from './grpc-errors.ts';

/** A published message as the database keeps it, shared by the deliveries of all subscriptions. */
export interface StoredMessage {
  readonly id: string;
  readonly topic: string;
  readonly data: Buffer;
  readonly attributes: Readonly<Record<string, string>>;
  readonly orderingKey: string;
  readonly publishedAtMs: number;
}

/** What the memory holds of a waiting message: its body stays in the database until it is sent. */
export interface QueuedMessage {
  readonly id: string;
  /** Length of the data. */
  readonly bytes: number;
  readonly orderingKey: string;
  /** Nacks and expired leases so far. */
  readonly failures: number;
}

/**
 * Where one message stands on one subscription: ready -> leased -> gone, with
 * leased -> backoff -> ready or leased -> ready after a failed attempt.
 */
export type DeliveryState = 'ready' | 'leased' | 'backoff' | 'gone';

/** One message on one subscription. `dueAtMs` is the end of its lease or of its back-off. */
export interface Delivery extends Due, QueuedMessage {
  state: DeliveryState;
  failures: number;
  /** Changes with every lease and every failure: an ack id of an older generation is stale. */
  generation: number;
  consumer: Consumer | undefined;
}

/** Whoever takes messages from a subscription: a stream, a waiting pull call or the push sender. */
export interface Consumer {
  /** Flow control: how much may be leased to it at once; 0 or less means no limit. */
  readonly maxMessages: number;
  readonly maxBytes: number;
  /** What was sent to it has not left yet: it gets nothing more for now. */
  readonly congested: boolean;
  /** The length of a lease given to it. */
  readonly ackDeadlineSeconds: number;
  /** A pull call is answered by its first batch. */
  readonly takesOneBatch: boolean;
  outstandingMessages: number;
  outstandingBytes: number;
  /** Called once the leases are on disk. */
  send(batch: readonly Delivery[]): void;
  /** The subscription is gone or the server stops. */
  end(reason: PubSubError): void;
}
