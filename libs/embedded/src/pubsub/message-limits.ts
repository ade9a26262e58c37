import { invalidArgument } from './grpc-errors.ts';
import type { PublishedMessage } from './wire-types.ts';

const MAX_MESSAGES = 1000;
const MAX_REQUEST_BYTES = 10_000_000;
const MAX_ATTRIBUTES = 100;
const MAX_KEY_BYTES = 256;
const MAX_VALUE_BYTES = 1024;
const MAX_ORDERING_KEY_BYTES = 1024;

/**
 * Refuses a publish request that Google's service would refuse, so that a limit is met in a test
 * and not in production. https://cloud.google.com/pubsub/quotas#resource_limits
 * @throws PubSubError INVALID_ARGUMENT
 */
export function checkMessages(messages: readonly PublishedMessage[]): void {
  if (messages.length === 0) {
    throw invalidArgument(
      'The value for message_count is too small. You passed 0 in the request, but the minimum value is 1.',
    );
  }
  if (messages.length > MAX_MESSAGES) {
    throw invalidArgument(`Too many messages to publish: the limit is ${MAX_MESSAGES}`);
  }
  let total = 0;
  for (const message of messages) total += checkMessage(message);
  if (total > MAX_REQUEST_BYTES) {
    throw invalidArgument(`Request payload size exceeds the limit: ${MAX_REQUEST_BYTES} bytes.`);
  }
}

/** Returns the size of the message in bytes. */
function checkMessage({ data, attributes, orderingKey }: PublishedMessage): number {
  const entries = Object.entries(attributes);
  if (data.length === 0 && entries.length === 0) throw invalidArgument('Some messages are empty');
  if (entries.length > MAX_ATTRIBUTES) {
    throw invalidArgument(`A message may have at most ${MAX_ATTRIBUTES} attributes`);
  }
  if (Buffer.byteLength(orderingKey) > MAX_ORDERING_KEY_BYTES) {
    throw invalidArgument(`Ordering keys must be at most ${MAX_ORDERING_KEY_BYTES} bytes`);
  }
  let size = data.length;
  for (const [key, value] of entries) size += checkAttribute(key, value);
  return size;
}

function checkAttribute(key: string, value: string): number {
  const keyBytes = Buffer.byteLength(key);
  const valueBytes = Buffer.byteLength(value);
  if (keyBytes === 0 || keyBytes > MAX_KEY_BYTES) {
    throw invalidArgument(`Attribute keys must be 1 to ${MAX_KEY_BYTES} bytes`);
  }
  if (key.startsWith('goog')) throw invalidArgument('Attribute keys must not start with goog');
  if (valueBytes > MAX_VALUE_BYTES) {
    throw invalidArgument(`Attribute values must be at most ${MAX_VALUE_BYTES} bytes`);
  }
  return keyBytes + valueBytes;
}
