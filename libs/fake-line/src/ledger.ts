import type { DatabaseSync } from 'node:sqlite';
import type { JournalEntry } from './journal.ts';
import { numberIn, textIn, type Row } from './line-database.ts';
import type { ReplyTokens } from './reply-tokens.ts';

/** How something reached people; `manager` stands for what was written by hand in LINE's own console. */
export type SendingKind = 'reply' | 'push' | 'multicast' | 'loading' | 'manager';

/** One request to send something: what became of it and what it cost. */
export interface LedgerEntry {
  readonly requestId: string;
  readonly kind: SendingKind;
  /** Ids of the chats, as far as they are known: a wrong reply token belongs to none. */
  readonly to: readonly string[];
  /** Message objects. */
  readonly messages: number;
  /** Taken from the month's quota; a reply is free, and so is what was refused. */
  readonly cost: number;
  readonly at: Date;
  /** What LINE decided; 0 when the request never arrived. */
  readonly status: number;
  /** True when the bot did not get the answer. */
  readonly lost: boolean;
  /** What LINE said when it refused. */
  readonly refusal?: string;
}

const KINDS: ReadonlyMap<string, SendingKind> = new Map([
  ['/v2/bot/message/reply', 'reply'],
  ['/v2/bot/message/push', 'push'],
  ['/v2/bot/message/multicast', 'multicast'],
  ['/v2/bot/chat/loading/start', 'loading'],
]);

/** A page shows the latest ones only. */
const KEPT = 100;

/** Accepted requests with their messages: blocked people's are counted, though nobody saw them. */
const withMessages = (accepted: string) => `
  SELECT accepted.*, COUNT(entries.seq) AS messages, GROUP_CONCAT(DISTINCT chat_id) AS chats
  FROM (SELECT * FROM accepted ${accepted}) AS accepted LEFT JOIN entries USING (request_id)
  GROUP BY accepted.seq ORDER BY accepted.seq`;

/** What was sent, refused and paid, for people to look at. */
export class Ledger {
  /** Requests since the start that are not in the book of accepted ones: refused, lost, or animations. */
  readonly #others: LedgerEntry[] = [];

  constructor(
    private readonly database: DatabaseSync,
    private readonly replyTokens: ReplyTokens,
  ) {}

  /**
   * Enters a request that has been decided.
   * @param answer the body of LINE's answer, when there was one
   * @returns undefined when it was no request to send.
   */
  note(request: JournalEntry, answer: object = {}): LedgerEntry | undefined {
    const kind = KINDS.get(request.path);
    if (kind === undefined || request.method !== 'POST') return undefined;
    const { requestId, at, status = 0, lost = false } = request;
    const accepted = this.#accepted(requestId);
    if (accepted !== undefined) return { ...accepted, lost };
    const { to, messages } = this.#contentOf(request.body);
    const { message } = asRecord(answer);
    const refusal = status >= 400 && typeof message === 'string' ? message : undefined;
    const entry = { requestId, kind, to, messages, cost: 0, at, status, lost, refusal };
    this.#others.push(entry);
    if (this.#others.length > KEPT) this.#others.shift();
    return entry;
  }

  /** The latest requests (up to 100), oldest first; accepted ones are remembered over a restart. */
  latest(): LedgerEntry[] {
    const accepted = this.database
      .prepare(withMessages('ORDER BY seq DESC LIMIT ?'))
      .all(KEPT)
      .map(entryFrom);
    return [...accepted, ...this.#others]
      .sort((a, b) => a.at.getTime() - b.at.getTime())
      .slice(-KEPT);
  }

  #accepted(requestId: string): LedgerEntry | undefined {
    const row = this.database.prepare(withMessages('WHERE request_id = ?')).get(requestId);
    return row === undefined ? undefined : entryFrom(row);
  }

  #contentOf(body: unknown): Pick<LedgerEntry, 'to' | 'messages'> {
    const { to, chatId, replyToken, messages } = asRecord(body);
    const replied =
      typeof replyToken === 'string' ? this.replyTokens.chatOf(replyToken) : undefined;
    const chats = [to, chatId, replied].flat().filter((id) => typeof id === 'string');
    return { to: chats, messages: Array.isArray(messages) ? messages.length : 0 };
  }
}

function entryFrom(row: Row): LedgerEntry {
  const chats = row['chats'];
  const to = typeof chats === 'string' ? chats.split(',') : [];
  return {
    requestId: textIn(row, 'request_id'),
    kind: kindIn(row),
    to,
    messages: numberIn(row, 'messages') / Math.max(1, to.length),
    cost: numberIn(row, 'cost'),
    at: new Date(numberIn(row, 'at_ms')),
    status: 200,
    lost: false,
  };
}

function kindIn(row: Row): SendingKind {
  const kind = textIn(row, 'kind');
  if (kind === 'reply' || kind === 'push' || kind === 'multicast') return kind;
  return 'manager';
}

function asRecord(body: unknown): Record<string, unknown> {
  return typeof body === 'object' && body !== null ? { ...body } : {};
}
