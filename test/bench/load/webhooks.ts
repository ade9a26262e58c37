import { createHmac } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { BenchFailure } from '../bench-failure.ts';
import { CHANNEL_SECRET } from '../processes/service-environment.ts';

/** A signed webhook with one question of a person who never asked before. */
export interface Webhook {
  readonly userId: string;
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
}

export const WEBHOOK_PATH = '/line/webhook';
/** The bare route that only commits and begins no run. */
export const COMMIT_ONLY_PATH = '/commit-only';
let persons = 0;

/** Every call is another person and another event: a conversation with a run in progress is refused. */
export function nextWebhook(question = '青嶼港渡輪改用電力以後，班次與排放有什麼變化？'): Webhook {
  persons += 1;
  const number = String(persons);
  const userId = `U${number.padStart(32, '0')}`;
  const body = JSON.stringify({
    destination: `U${'b'.repeat(32)}`,
    events: [
      {
        type: 'message',
        mode: 'active',
        timestamp: Date.now(),
        webhookEventId: `01BENCH${number.padStart(19, '0')}`,
        deliveryContext: { isRedelivery: false },
        source: { type: 'user', userId },
        replyToken: number.padStart(32, '0'),
        message: { type: 'text', id: number, text: question, quoteToken: 'bench' },
      },
    ],
  });
  const signature = createHmac('sha256', CHANNEL_SECRET).update(body).digest('base64');
  const headers = { 'content-type': 'application/json', 'x-line-signature': signature };
  return { userId, body, headers };
}

const DELIVERIES = 20;
const REDELIVER_AFTER_MS = 100;

/**
 * Sends one webhook to a service at `url`, again after 503 as LINE does: a service that is overrun
 * refuses what it cannot make durable in time. @throws BenchFailure when it is never accepted.
 */
export async function send(url: string, { body, headers }: Webhook): Promise<void> {
  for (let delivery = 1; ; delivery += 1) {
    const response = await fetch(`${url}${WEBHOOK_PATH}`, { method: 'POST', body, headers });
    await response.arrayBuffer();
    if (response.ok) return;
    if (response.status !== 503 || delivery === DELIVERIES) {
      throw new BenchFailure(`a webhook was answered ${response.status}`);
    }
    await wait(REDELIVER_AFTER_MS);
  }
}
