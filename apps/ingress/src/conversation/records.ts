import { createHash } from 'node:crypto';
import type { RunKey } from '@dossier/contracts';
import type { LineEvent } from '@dossier/line';

/** What is remembered of an event: that everything it asked for is done. `lineEvents/{eventKey}`. */
export interface EventRecord {
  /** The call that wrote it: tells a repeated transaction from a repeated event. */
  readonly handledBy: string;
  readonly expireAt: string;
}

/** What is remembered of a message, without its text. `lineMessages/{messageKey}`. */
export interface MessageRecord {
  /** Hash of time and text: the same message under another event id. */
  readonly fingerprint?: string;
  /** LINE's time of the newest event about it, in milliseconds. */
  readonly timestamp: number;
  /** The version that it began, or speaks of. */
  readonly run?: RunKey;
  /** The newest event was an edit: the original may come after it, and is outdated then. */
  readonly edited?: true;
  /** The person took it back: the message itself may come after that, and must not count. */
  readonly unsent?: true;
  readonly expireAt: string;
}

/** Names the record of an event; ids of LINE could hold characters that a document name cannot. */
export function eventKeyOf({ webhookEventId }: LineEvent): string {
  return sha256(webhookEventId);
}

/** Names the record of a message. LINE's message ids are its own, so the conversation belongs to the key. */
export function messageKeyOf(conversationId: string, messageId: string): string {
  return sha256(`${conversationId}/${messageId}`);
}

/**
 * Equal for the same message in two events (duplicates come without redelivery, too: openclaw#30584).
 * @param text as it may be kept, without personal data: a short text can be guessed from its hash.
 */
export function fingerprintOf({ type, timestamp }: LineEvent, text: string): string {
  return sha256(`${type}/${timestamp}/${text}`);
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
