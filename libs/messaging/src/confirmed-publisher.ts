import type { PubSub, Topic } from '@google-cloud/pubsub';
import { Retryable } from '@dossier/contracts';

/** gRPC codes that say nothing about the message: cancelled, unknown, deadline, exhausted, aborted, internal, unavailable. */
const TRANSIENT_CODES = [1, 2, 4, 8, 10, 13, 14];

/**
 * Publishes single messages and waits for Pub/Sub's confirmation, within a time that really holds:
 * with the client's own settings a publish retries for 600 s (googleapis/nodejs-pubsub#1425, #1442).
 */
export class ConfirmedPublisher {
  readonly #pubsub: PubSub;
  readonly #timeoutMs: number;
  readonly #topics = new Map<string, Topic>();

  /** `pubsub` must not be the client that pulls: its channel fills with streams (#550, #1705). */
  constructor(pubsub: PubSub, timeoutMs: number) {
    this.#pubsub = pubsub;
    this.#timeoutMs = timeoutMs;
  }

  /** Resolves with the message id. @throws Retryable `publish-failed` with the client's error as cause. */
  async publish(
    topic: string,
    body: Uint8Array,
    attributes: Record<string, string>,
  ): Promise<string> {
    try {
      return await this.#topic(topic).publishMessage({ data: body, attributes });
    } catch (error) {
      throw new Retryable('publish-failed', { cause: error });
    }
  }

  #topic(name: string): Topic {
    const known = this.#topics.get(name);
    if (known !== undefined) return known;
    const topic = this.#pubsub.topic(name, {
      batching: { maxMessages: 1 },
      gaxOpts: {
        timeout: this.#timeoutMs,
        retry: {
          retryCodes: TRANSIENT_CODES,
          backoffSettings: {
            initialRetryDelayMillis: 100,
            retryDelayMultiplier: 1.5,
            maxRetryDelayMillis: 1_000,
            initialRpcTimeoutMillis: this.#timeoutMs,
            rpcTimeoutMultiplier: 1,
            maxRpcTimeoutMillis: this.#timeoutMs,
            totalTimeoutMillis: this.#timeoutMs,
          },
        },
      },
    });
    this.#topics.set(name, topic);
    return topic;
  }
}
