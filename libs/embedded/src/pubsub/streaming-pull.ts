import type { handleBidiStreamingCall, ServerDuplexStream } from '@grpc/grpc-js';
import type { Broker } from './broker.ts';
import type { Consumer, Delivery } from './delivery.ts';
import { failedPrecondition, invalidArgument, toStatus } from './grpc-errors.ts';
import { checkAckDeadline, isPush } from './subscription-config.ts';
import type { Subscription } from './subscription.ts';
import type { ReceivedMessage, StreamingPullRequest, StreamingPullResponse } from './wire-types.ts';

type Call = ServerDuplexStream<StreamingPullRequest, StreamingPullResponse>;

const MAX_RESPONSE_MESSAGES = 200;
const MAX_RESPONSE_BYTES = 1_000_000;

/** Subscriber.StreamingPull: the first request opens the stream, later ones carry acks or keep it alive. */
export function streamingPullHandler(
  broker: Broker,
): handleBidiStreamingCall<StreamingPullRequest, StreamingPullResponse> {
  return (call) => {
    let stream: PullStream | undefined;
    call.on('data', (request: StreamingPullRequest) => {
      try {
        if (stream === undefined) stream = openStream(broker, call, request);
        else stream.receive(request);
      } catch (error) {
        if (stream === undefined) call.emit('error', toStatus(error));
        else stream.end(error);
      }
    });
    call.on('end', () => {
      stream?.close();
      call.end();
    });
    call.on('cancelled', () => stream?.close());
    call.on('error', () => stream?.close());
  };
}

function openStream(broker: Broker, call: Call, request: StreamingPullRequest): PullStream {
  const subscription = broker.subscription(request.subscription);
  const { config } = subscription;
  if (config.detached) throw failedPrecondition('Subscription is detached.');
  if (isPush(config)) {
    throw failedPrecondition('This method is not supported for this subscription type.');
  }
  checkAckDeadline(request.streamAckDeadlineSeconds);
  const stream = new PullStream(subscription, call, request);
  call.write({
    receivedMessages: [],
    subscriptionProperties: {
      exactlyOnceDeliveryEnabled: config.enableExactlyOnceDelivery,
      messageOrderingEnabled: config.enableMessageOrdering,
    },
  });
  subscription.attach(stream);
  return stream;
}

class PullStream implements Consumer {
  readonly maxMessages: number;
  readonly maxBytes: number;
  readonly takesOneBatch = false;
  ackDeadlineSeconds: number;
  outstandingMessages = 0;
  outstandingBytes = 0;
  readonly #subscription: Subscription;
  readonly #call: Call;
  readonly #keepsAlive: boolean;
  #closed = false;

  constructor(subscription: Subscription, call: Call, first: StreamingPullRequest) {
    this.#subscription = subscription;
    this.#call = call;
    this.maxMessages = Number(first.maxOutstandingMessages);
    this.maxBytes = Number(first.maxOutstandingBytes);
    this.ackDeadlineSeconds = first.streamAckDeadlineSeconds;
    this.#keepsAlive = Number(first.protocolVersion) >= 1;
    call.on('drain', () => subscription.pump());
  }

  /** A client that reads slowly must not fill the memory with what was written to its stream. */
  get congested(): boolean {
    return this.#call.writableNeedDrain;
  }

  send(batch: readonly Delivery[]): void {
    if (this.#closed) return;
    for (const receivedMessages of this.#responses(batch)) this.#call.write({ receivedMessages });
  }

  receive(request: StreamingPullRequest): void {
    if (this.#closed) return;
    checkLaterRequest(request);
    const { ackIds, modifyDeadlineAckIds, modifyDeadlineSeconds } = request;
    if (request.streamAckDeadlineSeconds > 0) {
      this.ackDeadlineSeconds = checkAckDeadline(request.streamAckDeadlineSeconds);
    }
    if (ackIds.length > 0) this.#subscription.acknowledge(ackIds);
    for (const [at, ackId] of modifyDeadlineAckIds.entries()) {
      this.#subscription.modifyAckDeadline([ackId], modifyDeadlineSeconds[at] ?? 0);
    }
    // Clients of protocol 1 ping every 30 s and reopen the stream when no answer comes within 15 s.
    if (this.#keepsAlive) this.#call.write({ receivedMessages: [] });
  }

  /** Ends the stream with a status. */
  end(reason: unknown): void {
    if (this.#closed) return;
    this.close();
    this.#call.emit('error', toStatus(reason));
  }

  close(): void {
    this.#closed = true;
    this.#subscription.detach(this);
  }

  /** Large batches go out in parts, which keeps each below the client's message limit. */
  *#responses(batch: readonly Delivery[]) {
    let part: ReceivedMessage[] = [];
    let bytes = 0;
    for (const delivery of batch) {
      const received = this.#subscription.toReceived(delivery);
      if (received === undefined) continue;
      part.push(received);
      bytes += delivery.bytes;
      if (part.length < MAX_RESPONSE_MESSAGES && bytes < MAX_RESPONSE_BYTES) continue;
      yield part;
      part = [];
      bytes = 0;
    }
    if (part.length > 0) yield part;
  }
}

/** What StreamingPullRequest in the proto allows after the first request. @throws PubSubError INVALID_ARGUMENT */
function checkLaterRequest(request: StreamingPullRequest): void {
  const { modifyDeadlineAckIds, modifyDeadlineSeconds } = request;
  if (modifyDeadlineAckIds.length !== modifyDeadlineSeconds.length) {
    throw invalidArgument(
      'modify_deadline_ack_ids and modify_deadline_seconds must have the same length',
    );
  }
  const { maxOutstandingMessages, maxOutstandingBytes, protocolVersion } = request;
  const fixed = [maxOutstandingMessages, maxOutstandingBytes, protocolVersion];
  if (fixed.some((value) => Number(value) !== 0)) {
    throw invalidArgument(
      'max_outstanding_messages, max_outstanding_bytes and protocol_version can only be set on the first request',
    );
  }
}
