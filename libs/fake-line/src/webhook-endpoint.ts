import { ok, type Endpoint } from './api-endpoint.ts';
import { LineRefusal } from './line-refusal.ts';
import type { MessageContract } from './message-contract.ts';
import type { WebhookResult, WebhookSender } from './webhook-sender.ts';

/** Where LINE sends a channel's webhooks, as its console shows it. */
export class WebhookEndpoint {
  /** May be plain http here, for a bot on the same machine; over the API only https is taken. */
  url: string | undefined;

  /** @param active the console's switch "Use webhook". */
  constructor(readonly active: boolean) {}
}

interface Parts {
  readonly contract: MessageContract;
  readonly endpoint: WebhookEndpoint;
  readonly webhooks: WebhookSender;
}

/** LINE's words for the reasons in its webhook error statistics. */
const DETAILS = {
  could_not_connect: 'Failure to connect',
  request_timeout: 'Request timeout',
} as const;

/** How a bot reads, sets and tests the address of its webhook. */
export function webhookEndpoints({ contract, endpoint, webhooks }: Parts): Endpoint[] {
  return [
    {
      method: 'GET',
      path: '/v2/bot/channel/webhook/endpoint',
      takes: 'nothing',
      run: () => ok({ endpoint: urlOf(endpoint), active: endpoint.active }),
    },
    {
      method: 'PUT',
      path: '/v2/bot/channel/webhook/endpoint',
      takes: 'json',
      run: ({ body }) => {
        endpoint.url = httpsUrl(contract.check('webhookEndpoint', body).endpoint);
        return ok();
      },
    },
    {
      method: 'POST',
      path: '/v2/bot/channel/webhook/test',
      takes: 'json',
      run: async ({ body, context }) => {
        const { endpoint: given } = contract.check('webhookTest', body);
        const url = given === undefined ? urlOf(endpoint) : httpsUrl(given);
        // LINE sends no event to see whether a bot answers.
        return ok(testReport(await webhooks.send(url, []), context.now));
      },
    },
  ];
}

function urlOf({ url }: WebhookEndpoint): string {
  if (url !== undefined) return url;
  throw new LineRefusal(404, 'Webhook endpoint not found');
}

function httpsUrl(url: string): string {
  if (url.length <= 500 && URL.parse(url)?.protocol === 'https:') return url;
  throw new LineRefusal(400, 'Invalid webhook endpoint URL');
}

function testReport({ ok: success, status, reason }: WebhookResult, now: Date): object {
  const detail = reason in DETAILS ? DETAILS[reason as keyof typeof DETAILS] : String(status);
  const timestamp = now.toISOString();
  return { success, timestamp, statusCode: status, reason: reason.toUpperCase(), detail };
}
