import { messageIdOf, quotedBy, type ChatEntry } from '@dossier/fake-line';

/** One line of a chat as the page gets it. */
export type EntryView = ChatEntry & {
  /** LINE's id of the message, by which it is quoted, edited and taken back. */
  readonly messageId: string;
  readonly quotedMessageId?: string;
};

/** A bot quotes by token, people by id; the page knows ids only. */
export function viewOf(entry: ChatEntry): EntryView {
  const messageId = messageIdOf(entry.id);
  if (entry.from === 'user') return { ...entry, messageId };
  const token = 'quoteToken' in entry.message ? entry.message.quoteToken : undefined;
  const quotedMessageId = token === undefined ? undefined : quotedBy(token)?.messageId;
  return { ...entry, messageId, quotedMessageId };
}
