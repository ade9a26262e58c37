import type { DatabaseSync } from 'node:sqlite';
import { numberIn, textIn } from './line-database.ts';

/** How messages left the bot; `manager` stands for what people send by hand from LINE's own console. */
export type AcceptedKind = 'reply' | 'push' | 'multicast' | 'manager';

/** A request that was accepted; written in the same transaction as its effects. */
export interface AcceptedRequest {
  readonly requestId: string;
  readonly kind: AcceptedKind;
  readonly retryKey?: string;
  /** Messages taken from the monthly quota: people reached, not message objects. */
  readonly cost: number;
  readonly at: Date;
  /** The body of the answer, repeated when the retry key comes again. */
  readonly answer: object;
}

/** The book of accepted requests: quota use and retry keys are read from it. */
export class AcceptedRequests {
  constructor(private readonly database: DatabaseSync) {}

  /** Enters a request; call it inside the transaction that has the request's effects. */
  add({ requestId, kind, retryKey, cost, at, answer }: AcceptedRequest): void {
    this.database
      .prepare(
        `INSERT INTO accepted (request_id, kind, retry_key, cost, at_ms, answer)
         VALUES (?, ?, ?, ?, ?, ?)`,
      )
      .run(requestId, kind, retryKey ?? null, cost, at.getTime(), JSON.stringify(answer));
  }

  /** The last request accepted under the key, whenever that was. */
  lastUnder(retryKey: string): { requestId: string; at: Date; answer: object } | undefined {
    const row = this.database
      .prepare('SELECT * FROM accepted WHERE retry_key = ? ORDER BY seq DESC LIMIT 1')
      .get(retryKey);
    if (row === undefined) return undefined;
    const answer: unknown = JSON.parse(textIn(row, 'answer'));
    return {
      requestId: textIn(row, 'request_id'),
      at: new Date(numberIn(row, 'at_ms')),
      answer: typeof answer === 'object' && answer !== null ? answer : {},
    };
  }

  /** What was taken from the quota since a moment. */
  costSince(since: Date): number {
    const row = this.database
      .prepare('SELECT COALESCE(SUM(cost), 0) AS cost FROM accepted WHERE at_ms >= ?')
      .get(since.getTime());
    return numberIn(row, 'cost');
  }

  /** How many requests of a kind were ever accepted, those to blocked users included. */
  count(kind: AcceptedKind): number {
    const row = this.database
      .prepare('SELECT COUNT(*) AS count FROM accepted WHERE kind = ?')
      .get(kind);
    return numberIn(row, 'count');
  }
}
