import type { handleUnaryCall, sendUnaryData } from '@grpc/grpc-js';
import type { Broker } from './broker.ts';
import type { Consumer, Delivery } from './delivery.ts';
import { failedPrecondition, invalidArgument, toStatus, type PubSubError } from './grpc-errors.ts';
import type { Subscription } from './subscription.ts';
import type { TimeSource } from './time-source.ts';
import type { ReceivedMessage } from './wire-types.ts';

interface PullRequest {
  readonly subscription: string;
  readonly maxMessages: number;
  readonly returnImmediately: boolean;
}

interface PullResponse {
  readonly receivedMessages: readonly ReceivedMessage[];
}

const MAX_MESSAGES = 1000;
const MAX_BYTES = 10_000_000;
const LONGEST_WAIT_MS = 60_000;
/** Even "immediately" gives what was just published the time to reach the disk. */
const SHORTEST_WAIT_MS = 20;

/** Subscriber.Pull: waits for the first batch of messages, empty-handed after a minute. */
export function pullHandler(
  broker: Broker,
  time: TimeSource,
): handleUnaryCall<PullRequest, PullResponse> {
  return (call, callback) => {
    try {
      const { request } = call;
      const subscription = broker.subscription(request.subscription);
      if (request.maxMessages < 1) throw invalidArgument('No max_messages specified');
      if (subscription.config.detached) throw failedPrecondition('Subscription is detached.');
      const waiting = new WaitingPull(subscription, request, time, callback);
      call.on('cancelled', () => waiting.abandon());
      subscription.attach(waiting);
    } catch (error) {
      callback(toStatus(error));
    }
  };
}

class WaitingPull implements Consumer {
  readonly maxMessages: number;
  readonly maxBytes = MAX_BYTES;
  readonly congested = false;
  readonly takesOneBatch = true;
  outstandingMessages = 0;
  outstandingBytes = 0;
  readonly #subscription: Subscription;
  readonly #callback: sendUnaryData<PullResponse>;
  readonly #stopWaiting: () => void;
  #answered = false;

  constructor(
    subscription: Subscription,
    { maxMessages, returnImmediately }: PullRequest,
    time: TimeSource,
    callback: sendUnaryData<PullResponse>,
  ) {
    this.#subscription = subscription;
    this.maxMessages = Math.min(maxMessages, MAX_MESSAGES);
    this.#callback = callback;
    const waitMs = returnImmediately ? SHORTEST_WAIT_MS : LONGEST_WAIT_MS;
    this.#stopWaiting = time.after(waitMs, () => this.send([]));
  }

  get ackDeadlineSeconds(): number {
    return this.#subscription.config.ackDeadlineSeconds;
  }

  send(batch: readonly Delivery[]): void {
    if (!this.abandon()) return;
    const receivedMessages = batch
      .map((delivery) => this.#subscription.toReceived(delivery))
      .filter((received) => received !== undefined);
    this.#callback(null, { receivedMessages });
  }

  end(reason: PubSubError): void {
    if (this.abandon()) this.#callback(toStatus(reason));
  }

  /** Takes no messages any more. False when the call was over already. */
  abandon(): boolean {
    if (this.#answered) return false;
    this.#answered = true;
    this.#subscription.detach(this);
    this.#stopWaiting();
    return true;
  }
}
