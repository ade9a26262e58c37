import type { FakeLine, WebhookResult } from '@dossier/fake-line';

/** Deliveries of one body before a busy machine counts as a broken one. */
const MOST_DELIVERIES = 4;

/** Delivers what a busy machine did not take, as LINE does; a broken one never takes it. */
export async function untilTaken(line: FakeLine, first: WebhookResult): Promise<WebhookResult> {
  let result = first;
  for (let count = 1; count < MOST_DELIVERIES && [0, 503].includes(result.status); count++) {
    const { events } = result;
    result = { ...(await line.redeliver(events)), events };
  }
  return result;
}
