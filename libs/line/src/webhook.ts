import { createHash } from 'node:crypto';
import { conversationOf, type LineConversation } from './conversation.ts';
import { isObject, objectOr, textOr, textsOf, type LooseObject } from './webhook/loose-json.ts';
import { emojisOf, mentionsOf, type LineEmoji, type LineMention } from './webhook/text-parts.ts';

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
  /** Type of the message of a `message` or `messageEdited` event: `text`, `sticker`, ... */
  readonly messageType?: string;
  /** LINE's id of the message; an edit has the id of what it edits. */
  readonly messageId?: string;
  /**
   * Present for text messages only; may be empty. An edit has the new text; edits may arrive out of
   * order, the one with the latest timestamp holds. Lone surrogates are replaced.
   */
  readonly text?: string;
  /** Who is named in the text, in its order. */
  readonly mentions: readonly LineMention[];
  /** LINE emojis of the text, in its order; absent when there are none. */
  readonly emojis?: readonly LineEmoji[];
  /** The message that this one quotes. */
  readonly quotedMessageId?: string;
  /** Quotes this message in an answer; good for ever, in this conversation only. */
  readonly quoteToken?: string;
  readonly markAsReadToken?: string;
  /** The message that its writer took back: what was stored of it must go. */
  readonly unsentMessageId?: string;
  /** What the tapped button carries; anybody can send any. */
  readonly postbackData?: string;
}

/** The end of the year 9999: databases keep no later time. */
const LAST_MS = Date.UTC(10_000, 0) - 1;

/** The body is no JSON object of LINE's: not from LINE, or cut on its way. */
export class WebhookUnreadable extends Error {
  override readonly name = 'WebhookUnreadable';
}

/**
 * Reads a webhook body. LINE adds event types and properties without notice, so unknown ones are
 * kept out of the way and missing ones tolerated; `events: []` is LINE's "verify" button.
 * @throws WebhookUnreadable when the body is not a JSON object in UTF-8, or nested beyond reason.
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
  const { events, destination } = parsed;
  if (!Array.isArray(events)) return [];
  return events.filter(isObject).map((event) => eventOf(event, destination));
}

function eventOf(event: LooseObject, destination: unknown): LineEvent {
  const { timestamp } = event;
  return {
    webhookEventId: textOr(event['webhookEventId'], '') || hashOf(event),
    type: textOr(event['type'], 'unknown'),
    mode: textOr(event['mode'], 'active'),
    timestamp: isTime(timestamp) ? timestamp : 0,
    isRedelivery: objectOr(event['deliveryContext'])['isRedelivery'] === true,
    ...textsOf(event, { replyToken: 'replyToken' }),
    source: conversationOf(objectOr(event['source'])),
    ...messageOf(objectOr(event['message']), destination),
    ...textsOf(objectOr(event['unsend']), { unsentMessageId: 'messageId' }),
    ...textsOf(objectOr(event['postback']), { postbackData: 'data' }),
  };
}

type MessagePart = Pick<LineEvent, 'mentions'> & Partial<Pick<LineEvent, 'text' | 'emojis'>>;

function messageOf(message: LooseObject, destination: unknown): MessagePart {
  const common = textsOf(message, {
    messageType: 'type',
    messageId: 'id',
    quotedMessageId: 'quotedMessageId',
    quoteToken: 'quoteToken',
    markAsReadToken: 'markAsReadToken',
  });
  // A sticker may carry a text as well, which is not what its sender says.
  if (common.messageType !== 'text') return { ...common, mentions: [] };
  const text = textOr(message['text'], '').toWellFormed();
  const emojis = emojisOf(text, message['emojis']);
  return {
    ...common,
    text,
    mentions: mentionsOf(text, objectOr(message['mention'])['mentionees'], destination),
    ...(emojis.length > 0 && { emojis }),
  };
}

/** Without the delivery context, which is the only part that a redelivery changes. */
function hashOf({ deliveryContext: _deliveryContext, ...event }: LooseObject): string {
  try {
    return createHash('sha256').update(JSON.stringify(event)).digest('hex');
  } catch (cause) {
    // JSON.parse takes any depth, JSON.stringify as much as its stack holds.
    throw new WebhookUnreadable('an event is nested too deeply', { cause });
  }
}

function isTime(value: unknown): value is number {
  return Number.isSafeInteger(value) && 0 <= Number(value) && Number(value) <= LAST_MS;
}
