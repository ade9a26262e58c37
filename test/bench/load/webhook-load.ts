import autocannon from 'autocannon';
import type { WebhookLoad } from '../result.ts';
import { nextWebhook, type Webhook } from './webhooks.ts';

/** Fires signed webhooks at an address for some seconds; without `next` every one is a new person's question. */
export async function loadWebhook(
  address: string,
  { connections, seconds }: { connections: number; seconds: number },
  next: () => Webhook = nextWebhook,
): Promise<WebhookLoad> {
  const result = await autocannon({
    url: address,
    connections,
    duration: seconds,
    requests: [
      {
        method: 'POST',
        path: new URL(address).pathname,
        setupRequest: (request) => {
          const { body, headers } = next();
          return { ...request, body, headers: { ...headers } };
        },
      },
    ],
  });
  return {
    requestsPerSecond: result.requests.average,
    p50Ms: result.latency.p50,
    p99Ms: result.latency.p99,
    requests: result.requests.total,
    failures: result.non2xx + result.errors + result.timeouts,
  };
}
