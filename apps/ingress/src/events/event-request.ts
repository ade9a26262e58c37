import { MAX_QUESTION_LENGTH, runIdOf, type Requester, type RunId } from '@dossier/contracts';
import { addressedText, type LineConversation, type LineEvent } from '@dossier/line';
import { eventKeyOf, fingerprintOf, messageKeyOf } from '../conversation/records.ts';
import type { Asking } from '../decisions/asking.ts';
import { runNamedBy } from '../decisions/decide-postback.ts';

/** An event that concerns the bot, with the names of the records that it needs. */
export interface EventRequest {
  readonly event: LineEvent;
  readonly asking: Asking;
  readonly requester: Requester;
  readonly eventKey: string;
  /** Id that a run begun by this event has. */
  readonly ownRunId: RunId;
  readonly messageKey?: string;
  readonly fingerprint?: string;
  readonly quotedKey?: string;
  /** Run that a button names. */
  readonly namedRunId?: RunId;
}

/** How the bot reads events. */
export interface Reading {
  /** Text with which a group addresses the bot. */
  readonly prefix: string;
  /** Removes personal data from what a person wrote. */
  readonly mask: (text: string) => string;
}

/** What must be done though another module owns the chat: it needs no word, and nobody repeats it. */
const IN_STANDBY: readonly Asking['kind'][] = ['unsend', 'farewell'];

/**
 * What an event asks for; undefined when it does not concern the bot. Event types and properties that
 * LINE adds are none of its concern, and in standby mode another module owns the chat: the bot sends
 * nothing, but erases what is taken back, and pushes to nobody who leaves.
 */
export function requestOf(event: LineEvent, reading: Reading): EventRequest | undefined {
  const { source } = event;
  if (source === null) return undefined;
  const asking = askingOf(event, source, reading);
  if (asking === undefined) return undefined;
  const isActive = event.mode === 'active';
  if (!isActive && !IN_STANDBY.includes(asking.kind)) return undefined;
  const { conversationId, to, userId } = source;
  const messageId = asking.kind === 'unsend' ? event.unsentMessageId : event.messageId;
  const named = asking.kind === 'button' ? runNamedBy(asking.data) : undefined;
  const { replyToken: _unusable, ...silent } = event;
  return {
    event: isActive ? event : silent,
    asking,
    requester: { conversationId, to, ...(userId !== undefined && { userId }) },
    eventKey: eventKeyOf(event),
    ownRunId: runIdOf(event.webhookEventId),
    ...(messageId !== undefined && {
      messageKey: messageKeyOf(conversationId, messageId),
      fingerprint: fingerprintOf(event, 'text' in asking ? (asking.text ?? '') : ''),
    }),
    ...(event.quotedMessageId !== undefined && {
      quotedKey: messageKeyOf(conversationId, event.quotedMessageId),
    }),
    ...(named !== undefined && { namedRunId: named }),
  };
}

function askingOf(
  event: LineEvent,
  source: LineConversation,
  { prefix, mask }: Reading,
): Asking | undefined {
  switch (event.type) {
    case 'message': {
      if (event.text === undefined)
        return source.to === source.userId ? { kind: 'no-text' } : undefined;
      const text = addressedText(event, { prefix });
      return text === undefined ? undefined : { kind: 'text', text: masked(text, mask) };
    }
    case 'messageEdited': {
      const text = addressedText(event, { prefix });
      return { kind: 'edit', text: text === undefined ? undefined : masked(text, mask) };
    }
    case 'postback':
      return { kind: 'button', data: event.postbackData ?? '' };
    case 'unsend':
      return event.unsentMessageId === undefined ? undefined : { kind: 'unsend' };
    case 'follow':
    case 'join':
      return { kind: 'welcome' };
    case 'unfollow':
    case 'leave':
      return { kind: 'farewell' };
    default:
      return undefined;
  }
}

/**
 * What is too long for a question is refused unread, so nothing of it is kept: bodies may have 2 MB.
 * Measured as `understand` does: blanks around a short text make it no longer.
 */
function masked(text: string, mask: Reading['mask']): string {
  const said = text.toWellFormed().normalize('NFC').trim();
  return said.length > MAX_QUESTION_LENGTH ? said : mask(said);
}
