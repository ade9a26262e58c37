import type { FakeLine } from '@dossier/fake-line';

/** The events of one webhook. */
export type Body = readonly object[];

/** Webhooks under way at once. */
const AT_ONCE = 8;
const DELIVERIES = 20;

/**
 * Sends webhooks, several at once, and again until each is answered 2xx.
 * @returns how often one had to be sent again.
 * @throws Error when one is never accepted.
 */
export async function sendBodies(line: FakeLine, bodies: readonly Body[]): Promise<number> {
  const waiting = [...bodies];
  let again = 0;
  const work = async (): Promise<void> => {
    for (let body = waiting.shift(); body !== undefined; body = waiting.shift()) {
      again += await sendOne(line, body);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return again;
}

async function sendOne(line: FakeLine, body: Body): Promise<number> {
  let result = await line.sendEvents(body);
  for (let again = 0; again < DELIVERIES; again += 1) {
    if (result.ok) return again;
    result = await line.redeliver(body);
  }
  throw new Error(`a webhook was never accepted: ${result.reason} ${result.status}`);
}
