import { createHash } from 'node:crypto';
import { conversationOf, type LineConversation } from './conversation.ts';

/** One event of a webhook body: what Dossier needs of it, whatever else LINE adds. */
export interface LineEvent {
  /** LINE's id, equal on redelivery. An event without one gets a hash of itself, equal as well. */
  readonly webhookEventId: string;
  /** `message`, `postback`, `follow`, ... or a type that LINE adds later. */
  readonly type: string;
  /** `active`; in `standby` another module owns the chat and the bot must send nothing. */
  readonly mode: string;
  /** When it happened, in milliseconds since 1970; 0 when LINE did not say. */
  readonly timestamp: number;
  readonly isRedelivery: boolean;
  /** Good for one reply within a minute. */
  readonly replyToken?: string;
  /** Null when LINE names no place to answer to. */
  readonly source: LineConversation | null;
  /** Type of a message event's message: `text`, `sticker`, ... */
  readonly messageType?: string;
  /** Present for text messages only; may be empty. Lone surrogates are replaced. */
  readonly text?: string;
  /** Who is named in the text, in its order. */
  readonly mentions: readonly LineMention[];
}

/** A mention inside the text: `index` and `length` are UTF-16 units. */
export interface LineMention {
  readonly isSelf: boolean;
  readonly index: number;
  readonly length: number;
}

/** The body is no JSON object: not from LINE, or cut on its way. */
export class WebhookUnreadable extends Error {
  override readonly name = 'WebhookUnreadable';
}

/**
 * Reads a webhook body. LINE adds event types and properties without notice, so unknown ones are
 * kept out of the way and missing ones tolerated; `events: []` is LINE's "verify" button.
 * @throws WebhookUnreadable when the body is not a JSON object in UTF-8.
 * @see https://developers.line.biz/en/reference/messaging-api/#webhook-event-objects
 */
export function parseWebhook(body: Uint8Array): LineEvent[] {
  let parsed: unknown;
  try {
    parsed = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body));
  } catch (cause) {
    throw new WebhookUnreadable('the webhook body is not JSON in UTF-8', { cause });
  }
  if (!isObject(parsed)) throw new WebhookUnreadable('the webhook body is not a JSON object');
  const events = parsed['events'];
  return Array.isArray(events) ? events.filter(isObject).map(eventOf) : [];
}

function eventOf(event: Record<string, unknown>): LineEvent {
  const { replyToken, timestamp } = event;
  const delivery = objectOr(event['deliveryContext']);
  const message = objectOr(event['message']);
  const { type: messageType, text } = message;
  return {
    webhookEventId: textOr(event['webhookEventId'], '') || hashOf(event),
    type: textOr(event['type'], 'unknown'),
    mode: textOr(event['mode'], 'active'),
    timestamp: typeof timestamp === 'number' ? timestamp : 0,
    isRedelivery: delivery['isRedelivery'] === true,
    ...(typeof replyToken === 'string' && { replyToken }),
    source: conversationOf(objectOr(event['source'])),
    ...(typeof messageType === 'string' && { messageType }),
    ...(messageType === 'text' && { text: textOr(text, '').toWellFormed() }),
    mentions: messageType === 'text' ? mentionsOf(objectOr(message['mention'])) : [],
  };
}

function mentionsOf({ mentionees }: Record<string, unknown>): LineMention[] {
  if (!Array.isArray(mentionees)) return [];
  return mentionees.filter(isObject).flatMap(({ isSelf, index, length }) => {
    if (typeof index !== 'number' || typeof length !== 'number') return [];
    return [{ isSelf: isSelf === true, index, length }];
  });
}

/** Without the delivery context, which is the only part that a redelivery changes. */
function hashOf({ deliveryContext: _deliveryContext, ...event }: Record<string, unknown>): string {
  return createHash('sha256').update(JSON.stringify(event)).digest('hex');
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function objectOr(value: unknown): Record<string, unknown> {
  return isObject(value) ? value : {};
}

function textOr(value: unknown, otherwise: string): string {
  return typeof value === 'string' ? value : otherwise;
}
