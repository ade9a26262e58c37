import type { messagingApi } from '@line/bot-sdk';
import type { DatabaseSync } from 'node:sqlite';
import { numberIn, textIn, type Row } from './line-database.ts';
import type { MediaKind } from './message-events.ts';

/** How a message of the bot arrived. */
export type DeliveryKind = 'reply' | 'push' | 'multicast';

/** Something a person did in a chat. */
export interface UserEntry {
  readonly from: 'user';
  /** Grows with every entry of every chat. */
  readonly id: number;
  readonly chatId: string;
  readonly userId: string;
  readonly at: Date;
  /** What the chat shows; undefined for a postback without a display text. */
  readonly text?: string;
  /** The data of a postback. */
  readonly postbackData?: string;
  /** A message that is no text. */
  readonly media?: MediaKind;
  /** True when the text was changed after it had been sent. */
  readonly edited?: boolean;
  /** LINE's id of the message that this one quotes. */
  readonly quotedMessageId?: string;
}

/** What a person's entry holds besides who, where and when. */
export type UserContent = Omit<UserEntry, 'from' | 'id' | 'chatId' | 'userId' | 'at'>;

/** One message object of the bot, as a person sees it. */
export interface BotEntry {
  readonly from: 'bot';
  readonly id: number;
  readonly chatId: string;
  readonly at: Date;
  readonly kind: DeliveryKind;
  readonly message: messagingApi.Message;
}

/** One line of a chat's history. */
export type ChatEntry = UserEntry | BotEntry;

/** One accepted request of the bot that reached its chat. */
export interface Delivered {
  readonly kind: DeliveryKind;
  /** User, group or room id. */
  readonly to: string;
  readonly messages: readonly messagingApi.Message[];
  /** LINE's ids of the messages, in their order. */
  readonly sentIds: readonly string[];
  readonly at: Date;
  readonly retryKey?: string;
}

/** LINE's message ids are long decimal numbers; ours are unique over all chats and restarts. */
const FIRST_MESSAGE_ID = 600_000_000_000_000_000n;

/** LINE's id of the message in an entry. */
export function messageIdOf(entryId: number): string {
  return String(FIRST_MESSAGE_ID + BigInt(entryId));
}

/** The entry with a message id of LINE; undefined when it cannot be one. */
function entryIdOf(messageId: string): number | undefined {
  if (!/^\d{18}$/.test(messageId)) return undefined;
  return Number(BigInt(messageId) - FIRST_MESSAGE_ID);
}

/** What was said, in SQLite. */
export class ChatStore {
  constructor(private readonly database: DatabaseSync) {}

  /** Records what a person wrote or tapped. */
  addUser(entry: Omit<UserEntry, 'id' | 'from'>): UserEntry {
    const { chatId, at, ...content } = entry;
    const id = this.#insert({ chatId, kind: 'user', at, content });
    return { from: 'user', id, ...entry };
  }

  /** A message of a person by LINE's id; undefined when there is none, or no longer. */
  findUser(messageId: string): UserEntry | undefined {
    const row = this.database
      .prepare(`SELECT * FROM entries WHERE seq = ? AND kind = 'user'`)
      .get(entryIdOf(messageId) ?? 0);
    const entry = row === undefined ? undefined : entryFrom(row);
    return entry?.from === 'user' ? entry : undefined;
  }

  /** Changes the text of a person's message. */
  edit(entry: UserEntry, text: string): UserEntry {
    const {
      from: _from,
      id,
      chatId: _chatId,
      at: _at,
      ...content
    } = { ...entry, text, edited: true };
    this.database
      .prepare('UPDATE entries SET content = ? WHERE seq = ?')
      .run(JSON.stringify(content), id);
    return { ...entry, ...content };
  }

  /** Forgets a person's message for good. */
  remove({ id }: UserEntry): void {
    this.database.prepare('DELETE FROM entries WHERE seq = ?').run(id);
  }

  /**
   * Records one message of the bot; call it inside the transaction that accepts the request.
   * @param seen false when the receiver has blocked the bot: LINE takes the message and drops it.
   */
  addBot(entry: Omit<BotEntry, 'id' | 'from'>, requestId: string, seen: boolean): BotEntry {
    const { chatId, kind, at, message } = entry;
    const id = this.#insert({ chatId, kind, at, content: message, requestId, seen });
    return { from: 'bot', id, ...entry };
  }

  /** A chat from its beginning, or what came after the entry `afterId`. */
  history(chatId: string, afterId = 0): ChatEntry[] {
    const rows = this.database
      .prepare('SELECT * FROM entries WHERE chat_id = ? AND seq > ? AND seen = 1 ORDER BY seq')
      .all(chatId, afterId);
    return rows.map(entryFrom);
  }

  /** Id of the last entry of any chat, removed ones included; 0 before the first. */
  lastId(): number {
    const row = this.database
      .prepare(`SELECT COALESCE(MAX(seq), 0) AS seq FROM sqlite_sequence WHERE name = 'entries'`)
      .get();
    return numberIn(row, 'seq');
  }

  /** Everything of the bot that reached a chat, by request, oldest first. */
  delivered(): Delivered[] {
    const rows = this.database
      .prepare(
        `SELECT entries.*, accepted.retry_key FROM entries JOIN accepted USING (request_id)
         WHERE seen = 1 ORDER BY entries.seq`,
      )
      .all();
    // A multicast is one request to many chats, so the chat belongs to the key.
    const byDelivery = Map.groupBy(
      rows,
      (row) => `${textIn(row, 'request_id')} ${textIn(row, 'chat_id')}`,
    );
    return [...byDelivery.values()].map(deliveredFrom);
  }

  #insert(row: {
    chatId: string;
    kind: string;
    at: Date;
    content: object;
    requestId?: string;
    seen?: boolean;
  }): number {
    const { lastInsertRowid } = this.database
      .prepare(
        `INSERT INTO entries (chat_id, request_id, kind, seen, at_ms, content)
         VALUES (?, ?, ?, ?, ?, ?)`,
      )
      .run(
        row.chatId,
        row.requestId ?? null,
        row.kind,
        row.seen === false ? 0 : 1,
        row.at.getTime(),
        JSON.stringify(row.content),
      );
    return Number(lastInsertRowid);
  }
}

function deliveredFrom(rows: readonly Row[]): Delivered {
  const entries = rows.map(entryFrom).filter((entry) => entry.from === 'bot');
  const [first] = entries;
  if (first === undefined) throw new Error('a delivery has at least one message');
  const retryKey = rows[0]?.['retry_key'];
  return {
    kind: first.kind,
    to: first.chatId,
    messages: entries.map(({ message }) => message),
    sentIds: entries.map(({ id }) => messageIdOf(id)),
    at: first.at,
    ...(typeof retryKey === 'string' && { retryKey }),
  };
}

function entryFrom(row: Row): ChatEntry {
  const kind = textIn(row, 'kind');
  const content: unknown = JSON.parse(textIn(row, 'content'));
  const common = {
    id: numberIn(row, 'seq'),
    chatId: textIn(row, 'chat_id'),
    at: new Date(numberIn(row, 'at_ms')),
  };
  if (isDeliveryKind(kind) && isMessage(content)) {
    return { from: 'bot', ...common, kind, message: content };
  }
  if (kind === 'user' && isUserContent(content)) return { from: 'user', ...common, ...content };
  throw new Error(`entry ${common.id} cannot be read: delete the simulator's database file`);
}

function isDeliveryKind(kind: string): kind is DeliveryKind {
  return kind === 'reply' || kind === 'push' || kind === 'multicast';
}

/** Messages are checked against the whole contract before they are written; reading looks only at the tag. */
function isMessage(value: unknown): value is messagingApi.Message {
  return typeof value === 'object' && value !== null && 'type' in value;
}

function isUserContent(value: unknown): value is UserContent & Pick<UserEntry, 'userId'> {
  return typeof value === 'object' && value !== null && 'userId' in value;
}
