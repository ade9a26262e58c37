import type { Consumer, Delivery } from './delivery.ts';
import type { PubSubLog } from './pubsub-log.ts';
import { pushRequestOf } from './push-request.ts';
import type { PushSigner } from './push-signer.ts';
import type { Subscription } from './subscription.ts';
import type { TimeSource } from './time-source.ts';
import type { PushConfig, RetryPolicy } from './wire-types.ts';

/** https://cloud.google.com/pubsub/docs/push#receive_push */
const SUCCESS_CODES: ReadonlySet<number> = new Set([102, 200, 201, 202, 204]);

/** The service backs off on push even without a retry policy: 100 ms to 60 s. */
const DEFAULT_RETRY: RetryPolicy = {
  minimumBackoff: { seconds: '0', nanos: 1e8 },
  maximumBackoff: { seconds: '60', nanos: 0 },
};

const FIRST_WINDOW = 3;
const WIDEST_WINDOW = 100;

/**
 * Sends a subscription's messages by HTTP POST. The window of requests in flight doubles with each
 * success and halves with each failure (slow start), as Google documents for push.
 * The ack deadline is the request's time-out and cannot be extended.
 */
export class PushDelivery implements Consumer {
  readonly maxBytes = 0;
  readonly congested = false;
  readonly takesOneBatch = false;
  outstandingMessages = 0;
  outstandingBytes = 0;
  readonly #subscription: Subscription;
  readonly #ports: { time: TimeSource; log: PubSubLog; signer: PushSigner };
  readonly #ended = new AbortController();
  #window = FIRST_WINDOW;

  constructor(
    subscription: Subscription,
    ports: { time: TimeSource; log: PubSubLog; signer: PushSigner },
  ) {
    this.#subscription = subscription;
    this.#ports = ports;
  }

  get maxMessages(): number {
    return this.#window;
  }

  get ackDeadlineSeconds(): number {
    return this.#subscription.config.ackDeadlineSeconds;
  }

  send(batch: readonly Delivery[]): void {
    for (const delivery of batch) void this.#deliver(delivery);
  }

  /** Gives up requests in flight; their leases run out. */
  end(): void {
    this.#ended.abort();
  }

  async #deliver(delivery: Delivery): Promise<void> {
    const { generation } = delivery;
    const accepted = await this.#post(delivery);
    if (this.#ended.signal.aborted) return;
    this.#window = accepted
      ? Math.min(WIDEST_WINDOW, this.#window * 2)
      : Math.max(1, this.#window >> 1);
    // An answer after the ack deadline changes nothing: the message is on its way again.
    if (delivery.state === 'leased' && delivery.generation === generation) {
      if (accepted) this.#subscription.complete(delivery);
      else this.#subscription.fail(delivery, this.#retryPolicy());
    }
    this.#subscription.pump();
  }

  /** True when the endpoint took the message; every failure is logged and means false. */
  async #post(delivery: Delivery): Promise<boolean> {
    const { log } = this.#ports;
    const subscription = this.#subscription.name;
    const { id } = delivery;
    const config = this.#subscription.config.pushConfig;
    const message = this.#subscription.messageOf(delivery);
    if (config === null || message === undefined) return false;
    try {
      const { headers, body } = pushRequestOf(message, {
        subscription,
        config,
        attempt: this.#subscription.attemptOf(delivery),
        token: this.#token(config),
      });
      const timeout = AbortSignal.timeout(this.ackDeadlineSeconds * 1000);
      const signal = AbortSignal.any([timeout, this.#ended.signal]);
      const request: RequestInit = { method: 'POST', headers, body, signal, redirect: 'manual' };
      const response = await fetch(config.pushEndpoint, request);
      await response.arrayBuffer();
      if (SUCCESS_CODES.has(response.status)) return true;
      const { status } = response;
      log({ level: 'debug', message: 'push refused', subscription, id, status });
    } catch (error) {
      log({ level: 'debug', message: 'push failed', subscription, id, error: describe(error) });
    }
    return false;
  }

  #token({ oidcToken, pushEndpoint }: PushConfig): string | undefined {
    if (!oidcToken?.serviceAccountEmail) return undefined;
    const audience = oidcToken.audience || pushEndpoint;
    const { signer, time } = this.#ports;
    return signer.token(oidcToken.serviceAccountEmail, audience, time.now());
  }

  #retryPolicy(): RetryPolicy {
    return this.#subscription.config.retryPolicy ?? DEFAULT_RETRY;
  }
}

/** fetch hides the system's error behind "fetch failed". */
function describe(error: unknown): string {
  const cause = error instanceof Error ? error.cause : undefined;
  return cause instanceof Error ? `${String(error)}: ${cause.message}` : String(error);
}
