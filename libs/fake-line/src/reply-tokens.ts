import type { DatabaseSync } from 'node:sqlite';
import { LineRefusal } from './line-refusal.ts';
import { numberIn, textIn, type Row } from './line-database.ts';

/** LINE promises one minute from the webhook's arrival (reference: "Reply token"). */
const LIFE_MS = 60_000;
/** A redelivered webhook restarts that minute, but never later than this after the event. */
const LIFE_AFTER_EVENT_MS = 20 * 60_000;

/** Reply tokens: each answers once, and only for a short time. */
export class ReplyTokens {
  constructor(private readonly database: DatabaseSync) {}

  /** A webhook carrying the token goes out now; a redelivery starts its minute again. */
  handOut(token: string, { chatId, eventAt, now }: { chatId: string; eventAt: Date; now: Date }) {
    this.database
      .prepare(
        `INSERT INTO reply_tokens VALUES (?, ?, ?, ?, 0)
         ON CONFLICT (token) DO UPDATE SET received_at_ms = excluded.received_at_ms`,
      )
      .run(token, chatId, eventAt.getTime(), now.getTime());
  }

  /** The chat that a token was given out for, used or not; undefined for a token that never was. */
  chatOf(token: string): string | undefined {
    const row = this.#find(token);
    return row === undefined ? undefined : textIn(row, 'chat_id');
  }

  /**
   * Uses the token up; call it inside the transaction that accepts the reply.
   * @returns the chat that the reply goes to.
   * @throws LineRefusal 400 "Invalid reply token": unknown, used or too old; LINE does not say which.
   */
  use(token: string, now: Date): string {
    const row = this.#find(token);
    const age = (column: string) => now.getTime() - numberIn(row, column);
    if (
      row === undefined ||
      row['used'] === 1 ||
      age('received_at_ms') > LIFE_MS ||
      age('event_at_ms') > LIFE_AFTER_EVENT_MS
    ) {
      throw new LineRefusal(400, 'Invalid reply token');
    }
    this.database.prepare('UPDATE reply_tokens SET used = 1 WHERE token = ?').run(token);
    return textIn(row, 'chat_id');
  }

  #find(token: string): Row | undefined {
    return this.database.prepare('SELECT * FROM reply_tokens WHERE token = ?').get(token);
  }
}
