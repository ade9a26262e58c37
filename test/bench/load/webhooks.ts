import { createHmac } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { runIdOf } from '@dossier/contracts';
import { encodePostback } from '@dossier/line';
import { BenchFailure } from '../bench-failure.ts';
import { CHANNEL_SECRET } from '../processes/service-environment.ts';

/** A signed webhook with one event. */
export interface Webhook {
  readonly userId: string;
  readonly webhookEventId: string;
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
}

export const WEBHOOK_PATH = '/line/webhook';
/** The bare route that only commits and begins no run. */
export const COMMIT_ONLY_PATH = '/commit-only';
const QUESTION = '青嶼港渡輪改用電力以後，班次與排放有什麼變化？';
let persons = 0;
let events = 0;
let mixed = 0;
/** Whoever asked, oldest first. */
const asked: { readonly userId: string; readonly webhookEventId: string }[] = [];

/** Every call is another person and another event: a conversation with a run in progress is refused. */
export function nextWebhook(question = QUESTION): Webhook {
  persons += 1;
  const userId = `U${String(persons).padStart(32, '0')}`;
  const webhook = webhookOf(userId, text(question));
  asked.push({ userId, webhookEventId: webhook.webhookEventId });
  return webhook;
}

/** People who asked a moment ago: their questions are stored by now. */
const A_MOMENT_AGO = 40;
/** Of ten events, those that are no new question. */
const OTHERS = ['status', '查看進度', 'status', '我的報告', '說明'];

/** A mix: of ten events five are new people's questions, the others what people do who asked before. */
export function nextOfMix(): Webhook {
  mixed += 1;
  const before = asked.at(-A_MOMENT_AGO);
  const other = OTHERS[(mixed >> 1) % OTHERS.length];
  if (mixed % 2 === 0 || before === undefined || other === undefined) return nextWebhook();
  if (other !== 'status') return webhookOf(before.userId, text(other));
  const run = { runId: runIdOf(before.webhookEventId), version: 1 };
  const data = encodePostback({ act: 'status', run });
  return webhookOf(before.userId, { type: 'postback', postback: { data } });
}

function eventId(number: number): string {
  return `01BENCH${String(number).padStart(19, '0')}`;
}

function text(words: string): { type: string; message: object } {
  const id = String(events + 1);
  return { type: 'message', message: { type: 'text', id, text: words, quoteToken: 'bench' } };
}

function webhookOf(userId: string, content: object): Webhook {
  events += 1;
  const number = String(events);
  const webhookEventId = eventId(events);
  const body = JSON.stringify({
    destination: `U${'b'.repeat(32)}`,
    events: [
      {
        ...{ mode: 'active', timestamp: Date.now(), webhookEventId },
        deliveryContext: { isRedelivery: false },
        source: { type: 'user', userId },
        replyToken: number.padStart(32, '0'),
        ...content,
      },
    ],
  });
  const signature = createHmac('sha256', CHANNEL_SECRET).update(body).digest('base64');
  const headers = { 'content-type': 'application/json', 'x-line-signature': signature };
  return { userId, webhookEventId, body, headers };
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
