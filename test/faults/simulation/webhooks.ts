import type { Cluster } from './cluster.ts';
import type { World } from './world.ts';

/** LINE waits this long for an answer, and delivers again after a while. */
const PATIENCE_MS = 2_000;
const AGAIN_MS = 20_000;

/** A question that a person types. */
export interface Question {
  readonly webhookEventId: string;
  readonly userId: string;
  readonly text: string;
}

/** LINE's side of the webhook: sends an event until it is accepted, and sometimes more often. */
export class Webhooks {
  constructor(
    private readonly world: World,
    private readonly cluster: Cluster,
  ) {}

  send(question: Question, redelivery = false): void {
    const { number, disturbance } = this.world.begin('LINE', `sends ${question.webhookEventId}`);
    if (disturbance !== undefined) {
      this.world.note(`#${number} ! sent ${disturbance.strength + 2} times`);
      for (let more = 0; more <= disturbance.strength; more += 1) {
        this.world.after(more * 40, () => this.#deliver(question, true, `${number} ${more}`));
      }
    }
    this.#deliver(question, redelivery, String(number));
  }

  #deliver(question: Question, redelivery: boolean, key: string): void {
    const again = (): void => this.world.after(AGAIN_MS, () => this.send(question, true));
    const machine = this.cluster.anyone(this.world.random(`webhook ${key}`));
    if (machine === undefined) return again();
    let accepted = false;
    machine.process.later(5, () => {
      void machine.webhook(bodyOf(question, this.world.now, redelivery)).then(
        ({ failed }) => (accepted = failed === 0),
        (error: unknown) => this.world.note(`webhook refused: ${String(error)}`),
      );
    });
    this.world.after(PATIENCE_MS, () => {
      if (!accepted) again();
    });
  }
}

function bodyOf(
  { webhookEventId, userId, text }: Question,
  timestamp: number,
  isRedelivery: boolean,
): Uint8Array {
  const event = {
    type: 'message',
    mode: 'active',
    timestamp,
    webhookEventId,
    deliveryContext: { isRedelivery },
    source: { type: 'user', userId },
    replyToken: `reply-${webhookEventId}`,
    message: { type: 'text', id: '1', text },
  };
  return Buffer.from(JSON.stringify({ destination: 'Usimulated', events: [event] }));
}
