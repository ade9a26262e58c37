import { randomBytes } from 'node:crypto';
import type { webhook } from '@line/bot-sdk';
import { answerableFields, eventFields } from './webhook-event.ts';

/** What LINE does to a bot as a whole. */
export type BotEventType = 'botSuspended' | 'botResumed';

/** Somebody linked their account; when it failed, the event names nobody and cannot be answered. */
export function accountLinkEvent(
  userId: string,
  now: Date,
  result: webhook.LinkContent['result'],
): webhook.AccountLinkEvent {
  const link = { result, nonce: randomBytes(16).toString('base64url') };
  const fields =
    result === 'ok' ? answerableFields({ type: 'user', userId }, now) : eventFields(undefined, now);
  return { type: 'accountLink', ...fields, link };
}

/** The bot was suspended or goes on. */
export function botEvent(type: BotEventType, now: Date): webhook.Event {
  return { type, ...eventFields(undefined, now) };
}
