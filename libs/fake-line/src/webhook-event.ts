import { randomBytes } from 'node:crypto';
import type { webhook } from '@line/bot-sdk';

/** Who speaks, and where: alone with the bot unless a group or room is named. */
export interface Speaker {
  readonly userId: string;
  readonly groupId?: string;
  readonly roomId?: string;
  /** True for somebody whose id LINE keeps to itself: groups and rooms then name nobody (docs: user-consent). */
  readonly anonymous?: boolean;
}

/** A chat with several people. */
export type SharedChat = { readonly groupId: string } | { readonly roomId: string };

/** Id of the chat that a speaker is in: the room or group, else the person. */
export function chatIdOf({ userId, groupId, roomId }: Speaker): string {
  return groupId ?? roomId ?? userId;
}

/** `source` of what a person does. */
export function sourceOf({ userId, groupId, roomId, anonymous }: Speaker): webhook.Source {
  const person = anonymous === true ? {} : { userId };
  if (groupId !== undefined) return { type: 'group', groupId, ...person };
  if (roomId !== undefined) return { type: 'room', roomId, ...person };
  return { type: 'user', userId };
}

/** `source` of what happens to a group or room as a whole: it names nobody. */
export function sharedSourceOf(chat: SharedChat): webhook.Source {
  return 'groupId' in chat ? { type: 'group', ...chat } : { type: 'room', ...chat };
}

/** The fields of every event; some have no source. */
export function eventFields(source: webhook.Source | undefined, now: Date) {
  return {
    mode: 'active',
    timestamp: now.getTime(),
    webhookEventId: ulid(now),
    deliveryContext: { isRedelivery: false },
    ...(source && { source }),
  } as const satisfies Partial<webhook.Event>;
}

/** The fields of an event that the bot may answer. */
export function answerableFields(source: webhook.Source, now: Date) {
  return { ...eventFields(source, now), replyToken: randomBytes(16).toString('hex') };
}

/** In standby another system answers the chat, so LINE gives the bot no reply token. */
export function withoutStandbyToken<T extends { mode: string; replyToken?: string }>(event: T): T {
  if (event.mode === 'standby') delete event.replyToken;
  return event;
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
