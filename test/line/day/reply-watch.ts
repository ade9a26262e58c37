import type { FakeLine } from '@dossier/fake-line';

type Entry = FakeLine['journal'][number];
const REPLY = '/v2/bot/message/reply';

/** Which reply tokens were used, as LINE saw it. Look at least once in 5,000 requests. */
export class ReplyWatch {
  /** Tokens with an accepted reply. */
  readonly accepted = new Set<string>();
  /** Requests by token, refused ones included. */
  readonly requests = new Map<string, number>();
  #last: Entry | undefined;
  #undecided: Entry[] = [];

  constructor(private readonly line: FakeLine) {}

  /** Takes note of what has come since the last look. */
  look(): void {
    const { journal } = this.line;
    const known = this.#last === undefined ? -1 : journal.lastIndexOf(this.#last);
    const fresh = journal.slice(known + 1).filter(({ path }) => path === REPLY);
    this.#last = journal.at(-1) ?? this.#last;
    const open = [...this.#undecided, ...fresh];
    this.#undecided = open.filter(({ status }) => status === undefined);
    for (const entry of open) if (entry.status !== undefined) this.#note(entry);
  }

  #note({ body, status }: Entry): void {
    const token = tokenIn(body);
    this.requests.set(token, (this.requests.get(token) ?? 0) + 1);
    if (status === 200) this.accepted.add(token);
  }
}

function tokenIn(body: unknown): string {
  const held = typeof body === 'object' && body !== null && 'replyToken' in body;
  return held ? String(body.replyToken) : 'none';
}
