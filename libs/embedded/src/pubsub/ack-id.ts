import { createHash } from 'node:crypto';
import type { Delivery } from './delivery.ts';
import { invalidArgument } from './grpc-errors.ts';

/** Marks the ack ids of one subscription, so that one of another is refused and not misread. */
export function ackPrefixOf(subscription: string): string {
  return createHash('sha1').update(subscription).digest('base64url').slice(0, 10);
}

/** Names one lease of one message. */
export function ackIdOf(prefix: string, delivery: Delivery): string {
  return `${prefix}.${delivery.id}.${delivery.generation}`;
}

/** @throws PubSubError INVALID_ARGUMENT for an id that is malformed or of another subscription. */
export function parseAckId(
  prefix: string,
  ackId: string,
): { messageId: string; generation: number } {
  const [found, messageId, generation, ...rest] = ackId.split('.');
  const isOurs = found === prefix && messageId !== undefined && generation !== undefined;
  if (!isOurs || rest.length > 0) {
    throw invalidArgument(`You have passed an invalid ack ID to the service (ack_id=${ackId}).`);
  }
  return { messageId, generation: Number(generation) };
}
