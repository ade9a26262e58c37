import { Duration, type Message, type PubSub, type Subscription } from '@google-cloud/pubsub';
import type { Clock, Delivery, Outcome } from '@dossier/contracts';

/** Handles one delivery; `shutdown` aborts when the process has waited long enough to stop. */
export type DeliveryHandler = (delivery: Delivery, shutdown: AbortSignal) => Promise<Outcome>;

/** Where a dead letter is put before its message is acked. */
export interface DeadLetterSink {
  put(delivery: Delivery, reason: string, detail: string | undefined): Promise<void>;
}

export interface SubscriptionHostOptions {
  readonly subscription: string;
  /** Messages in work at once. */
  readonly maxMessages: number;
  /** How long the client extends the ack deadline of a message in work. */
  readonly maxExtensionMs: number;
  readonly ackDeadlineMs: number;
  /** How long `close` waits for deliveries in work before it tells them to stop. */
  readonly drainMs: number;
  /** Time for the last acks and nacks to leave the process: the client batches them. */
  readonly flushMs: number;
  readonly clock: Clock;
  readonly handle: DeliveryHandler;
  readonly deadLetters: DeadLetterSink;
  /** The subscription cannot be served any more: the process should end and be started again. */
  readonly onFatal: (error: Error) => void;
  /** A delivery was nacked or dead-lettered: for the log. Holds no message text. */
  readonly onTrouble: (trouble: { messageId: string; outcome: Outcome; error?: unknown }) => void;
}

/**
 * Pulls one subscription and settles every delivery in exactly one way: ack, nack, or dead letter.
 * The only place in the product that acks.
 */
export class SubscriptionHost {
  readonly #options: SubscriptionHostOptions;
  readonly #subscription: Subscription;
  readonly #inWork = new Set<Promise<void>>();
  readonly #shutdown = new AbortController();

  /** Opens nothing yet: `start` does. */
  constructor(pubsub: PubSub, options: SubscriptionHostOptions) {
    this.#options = options;
    this.#subscription = pubsub.subscription(options.subscription, {
      minAckDeadline: Duration.from({ milliseconds: Math.min(options.ackDeadlineMs, 60_000) }),
      maxAckDeadline: Duration.from({ milliseconds: options.ackDeadlineMs }),
      maxExtensionTime: Duration.from({ milliseconds: options.maxExtensionMs }),
      // maxMessages counts per stream, and excess messages wait without a handler until they are
      // dead-lettered unhandled (googleapis/java-pubsub#2480, nodejs-pubsub#1848).
      flowControl: { maxMessages: options.maxMessages, allowExcessMessages: false },
      streamingOptions: { maxStreams: 1 },
      batching: { maxMilliseconds: 10 },
      // The default close nacks running handlers, so each deploy would cost an attempt (#725, #1917).
      closeOptions: {
        behavior: 'WAIT',
        timeout: Duration.from({ milliseconds: options.drainMs + options.flushMs }),
      },
    });
  }

  /** Starts to pull. */
  start(): void {
    this.#subscription.on('error', (error: Error) => this.#options.onFatal(error));
    this.#subscription.on('message', (message: Message) => {
      const work = this.#settle(message).finally(() => this.#inWork.delete(work));
      this.#inWork.add(work);
    });
  }

  /** Takes no new deliveries, lets those in work finish (within `drainMs`), flushes their acks. */
  async close(): Promise<void> {
    const closed = this.#subscription.close();
    const drained = Promise.all(this.#inWork);
    await Promise.race([drained, this.#options.clock.sleep(this.#options.drainMs)]);
    this.#shutdown.abort(new Error('process is stopping'));
    await drained;
    await closed;
  }

  async #settle(message: Message): Promise<void> {
    const delivery: Delivery = {
      body: message.data,
      attributes: message.attributes,
      messageId: message.id,
      attempt: message.deliveryAttempt,
    };
    try {
      const outcome = await this.#options.handle(delivery, this.#shutdown.signal);
      if (outcome.kind !== 'ack') {
        const error = outcome.kind === 'retry' ? outcome.error : undefined;
        this.#options.onTrouble({ messageId: message.id, outcome, error });
      }
      if (outcome.kind === 'retry') return message.nack();
      if (outcome.kind === 'dead-letter') {
        await this.#options.deadLetters.put(delivery, outcome.reason, outcome.detail);
      }
      message.ack();
    } catch (error) {
      // Whatever went wrong, the delivery must end: an unsettled one keeps its lease for an hour.
      const outcome: Outcome = { kind: 'retry', reason: 'handler-crashed' };
      this.#options.onTrouble({ messageId: message.id, outcome, error });
      message.nack();
    }
  }
}
