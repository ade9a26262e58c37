import { randomBytes } from 'node:crypto';
import type { webhook } from '@line/bot-sdk';

/** Who speaks, and where: alone with the bot unless a group or room is named. */
export interface Speaker {
  readonly userId: string;
  readonly groupId?: string;
  readonly roomId?: string;
}

/** Id of the chat that a speaker is in: the room or group, else the person. */
export function chatIdOf({ userId, groupId, roomId }: Speaker): string {
  return groupId ?? roomId ?? userId;
}

/** What the tests of a bot may want to see differently in an otherwise complete event. */
export interface EventChanges {
  /** Laid over the event (`mode`, `source`, `replyToken`, `deliveryContext`, ...). */
  readonly event?: Partial<Omit<webhook.MessageEvent, 'type' | 'message'>>;
  /** Laid over the message (`mention`, `quotedMessageId`, `emojis`, ...). */
  readonly message?: Partial<Omit<webhook.TextMessageContent, 'type' | 'text'>>;
}

/** A message event as LINE sends it for a text. */
export function textEvent(
  speaker: Speaker,
  now: Date,
  { id, text, changes = {} }: { id: string; text: string; changes?: EventChanges },
): webhook.MessageEvent {
  return {
    type: 'message',
    ...commonFields(speaker, now),
    ...changes.event,
    message: { type: 'text', id, text, ...freshTokens(), ...changes.message },
  };
}

/** A postback event: somebody tapped a button. */
export function postbackEvent(speaker: Speaker, now: Date, data: string): webhook.PostbackEvent {
  return { type: 'postback', ...commonFields(speaker, now), postback: { data } };
}

/** What a webhook needs to know of an event that may have any form; tests send broken ones on purpose. */
export function replyTokenIn(
  event: object,
): { token: string; chatId: string; eventAt: Date } | undefined {
  const { replyToken, timestamp, source } = fieldsOf(event);
  if (typeof replyToken !== 'string' || typeof timestamp !== 'number') return undefined;
  const { groupId, roomId, userId } = fieldsOf(source);
  const chatId = groupId ?? roomId ?? userId;
  if (typeof chatId !== 'string') return undefined;
  return { token: replyToken, chatId, eventAt: new Date(timestamp) };
}

function fieldsOf(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}

function commonFields(speaker: Speaker, now: Date) {
  return {
    mode: 'active',
    timestamp: now.getTime(),
    webhookEventId: ulid(now),
    deliveryContext: { isRedelivery: false },
    source: sourceOf(speaker),
    replyToken: randomBytes(16).toString('hex'),
  } as const satisfies Partial<webhook.MessageEvent>;
}

function sourceOf({ userId, groupId, roomId }: Speaker): webhook.Source {
  if (groupId !== undefined) return { type: 'group', groupId, userId };
  if (roomId !== undefined) return { type: 'room', roomId, userId };
  return { type: 'user', userId };
}

function freshTokens() {
  return { quoteToken: quoteToken(), markAsReadToken: randomBytes(24).toString('base64url') };
}

/** A token by which a message can be quoted; opaque. */
export function quoteToken(): string {
  return randomBytes(24).toString('base64url');
}

const CROCKFORD = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** LINE's webhookEventId is a ULID: 10 digits of time, 16 of chance. */
function ulid(now: Date): string {
  let time = now.getTime();
  let digits = '';
  for (let i = 0; i < 10; i++) {
    digits = CROCKFORD.charAt(time % 32) + digits;
    time = Math.floor(time / 32);
  }
  for (const byte of randomBytes(16)) digits += CROCKFORD.charAt(byte % 32);
  return digits;
}
