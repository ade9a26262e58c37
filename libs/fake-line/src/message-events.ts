import { randomBytes } from 'node:crypto';
import type { webhook } from '@line/bot-sdk';
import { quoteTokenOf } from './quote-tokens.ts';
import {
  answerableFields,
  chatIdOf,
  eventFields,
  sourceOf,
  withoutStandbyToken,
  type Speaker,
} from './webhook-event.ts';

/** What the tests of a bot may want to see differently in an otherwise complete event. */
export interface EventChanges {
  /** Laid over the event (`mode`, `source`, `replyToken`, `deliveryContext`, ...). */
  readonly event?: Partial<Omit<webhook.MessageEvent, 'type' | 'message'>>;
  /** Laid over the message (`mention`, `quotedMessageId`, `emojis`, ...). */
  readonly message?: Partial<Omit<webhook.TextMessageContent, 'type' | 'text'>>;
}

/** Something other than text that a person can send. */
export type MediaKind = 'sticker' | 'image' | 'video' | 'audio' | 'file' | 'location';

/** A message event as LINE sends it for a text. */
export function textEvent(
  speaker: Speaker,
  now: Date,
  { id, text, changes = {} }: { id: string; text: string; changes?: EventChanges },
): webhook.MessageEvent {
  const tokens = { quoteToken: quoteTokenOf(chatIdOf(speaker), id), ...readToken() };
  return withoutStandbyToken({
    type: 'message',
    ...answerableFields(sourceOf(speaker), now),
    ...changes.event,
    message: { type: 'text', id, text, ...tokens, ...changes.message },
  });
}

/** A message event for a sticker, a picture and the like. */
export function mediaEvent(
  speaker: Speaker,
  now: Date,
  { id, kind, changes = {} }: { id: string; kind: MediaKind; changes?: EventChanges },
): webhook.MessageEvent {
  const message = mediaContent(kind, id, quoteTokenOf(chatIdOf(speaker), id));
  return withoutStandbyToken({
    type: 'message',
    ...answerableFields(sourceOf(speaker), now),
    ...changes.event,
    message: { ...message, ...readToken() },
  });
}

/** A text of a group was changed: the same message id with a reply token of its own (docs: "Edit event"). */
export function messageEditedEvent(
  speaker: Speaker & { readonly groupId: string },
  now: Date,
  { id, text, changes = {} }: { id: string; text: string; changes?: EventChanges },
): webhook.MessageEditedEvent {
  const { message } = textEvent(speaker, now, { id, text, changes });
  return withoutStandbyToken({
    type: 'messageEdited',
    ...answerableFields(sourceOf(speaker), now),
    ...changes.event,
    message,
  });
}

/** Somebody took a message back: the bot should forget it. It cannot be answered. */
export function unsendEvent(speaker: Speaker, now: Date, messageId: string): webhook.UnsendEvent {
  return { type: 'unsend', ...eventFields(sourceOf(speaker), now), unsend: { messageId } };
}

/** A postback event: somebody tapped a button. */
export function postbackEvent(speaker: Speaker, now: Date, data: string): webhook.PostbackEvent {
  return { type: 'postback', ...answerableFields(sourceOf(speaker), now), postback: { data } };
}

function readToken() {
  return { markAsReadToken: randomBytes(24).toString('base64url') };
}

const ONLINE: webhook.ContentProvider = { type: 'line' };

/** LINE gives quote tokens to messages that can be quoted: not to sounds, files and places. */
function mediaContent(kind: MediaKind, id: string, quoteToken: string): webhook.MessageContent {
  switch (kind) {
    case 'sticker': {
      const sticker = {
        packageId: '446',
        stickerId: '1988',
        stickerResourceType: 'STATIC',
      } as const;
      return { type: kind, id, quoteToken, ...sticker, keywords: ['cony', 'hi'] };
    }
    case 'image':
      return { type: kind, id, quoteToken, contentProvider: ONLINE };
    case 'video':
      return { type: kind, id, quoteToken, duration: 60_000, contentProvider: ONLINE };
    case 'audio':
      return { type: kind, id, duration: 60_000, contentProvider: ONLINE };
    case 'file':
      return { type: kind, id, fileName: 'file.pdf', fileSize: 2138 };
    case 'location':
      return { type: kind, id, title: '台北 101', latitude: 25.0338, longitude: 121.5646 };
  }
}
