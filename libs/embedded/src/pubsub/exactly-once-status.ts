import { Metadata, status } from '@grpc/grpc-js';
import { PubSubError } from './grpc-errors.ts';

const MESSAGE =
  'Some acknowledgement ids in the request were invalid. This could be because the acknowledgement ids have expired or the acknowledgement ids were malformed.';

/**
 * The status for stale ack ids on an exactly-once subscription. The client learns which ids failed
 * from a google.rpc.ErrorInfo inside a google.rpc.Status in the trailer `grpc-status-details-bin`.
 * https://cloud.google.com/pubsub/docs/exactly-once-delivery#handle_acknowledgment_failures
 */
export function staleAckIds(ackIds: readonly string[]): PubSubError {
  // google.rpc.ErrorInfo: 1 reason, 2 domain, 3 metadata (a map: entries of 1 key, 2 value)
  const errorInfo = Buffer.concat([
    field(1, 'EXACTLY_ONCE_ACKID_FAILURE'),
    field(2, 'pubsub.googleapis.com'),
    ...ackIds.map((id) =>
      field(3, Buffer.concat([field(1, id), field(2, 'PERMANENT_FAILURE_INVALID_ACK_ID')])),
    ),
  ]);
  // google.protobuf.Any: 1 type_url, 2 value
  const detail = Buffer.concat([
    field(1, 'type.googleapis.com/google.rpc.ErrorInfo'),
    field(2, errorInfo),
  ]);
  // google.rpc.Status: 1 code (a varint: tag byte 8), 2 message, 3 details
  const rpcStatus = Buffer.concat([
    Buffer.from([8, status.INVALID_ARGUMENT]),
    field(2, MESSAGE),
    field(3, detail),
  ]);
  const metadata = new Metadata();
  metadata.set('grpc-status-details-bin', rpcStatus);
  return new PubSubError(status.INVALID_ARGUMENT, MESSAGE, metadata);
}

/** A length-delimited protobuf field. https://protobuf.dev/programming-guides/encoding/ */
function field(number: number, value: Buffer | string): Buffer {
  const bytes = Buffer.from(value);
  return Buffer.concat([Buffer.from([(number << 3) | 2]), varint(bytes.length), bytes]);
}

function varint(value: number): Buffer {
  const bytes: number[] = [];
  let left = value;
  while (left > 127) {
    bytes.push((left & 127) | 128);
    left >>>= 7;
  }
  bytes.push(left);
  return Buffer.from(bytes);
}
