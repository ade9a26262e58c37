import type { DatabaseSync } from 'node:sqlite';
import { AcceptedRequests } from './accepted-requests.ts';
import { accountEndpoints } from './account-endpoints.ts';
import { AccessTokens } from './access-tokens.ts';
import { ActivityFeed } from './activity.ts';
import { Audience } from './audience.ts';
import { ChatStore } from './chat-store.ts';
import { Faults } from './faults.ts';
import { Journal } from './journal.ts';
import { Ledger } from './ledger.ts';
import { LineApi } from './line-api.ts';
import { LoadingAnimations } from './loading-animations.ts';
import type { MessageContract } from './message-contract.ts';
import { messageEndpoints } from './message-endpoints.ts';
import { MessageSending } from './message-sending.ts';
import { Network } from './network.ts';
import { FREE_PLAN, Quota, type QuotaLimit } from './quota.ts';
import { RateLimits } from './rate-limits.ts';
import { ReplyTokens } from './reply-tokens.ts';
import { RetryKeys } from './retry-keys.ts';
import { richMenuEndpoints } from './rich-menu-endpoints.ts';
import { RichMenus } from './rich-menus.ts';
import { WebhookEndpoint, webhookEndpoints } from './webhook-endpoint.ts';
import { WebhookSender } from './webhook-sender.ts';

/** How the stand-in is set up; only the two secrets have no default. */
export interface FakeLineOptions {
  readonly channelSecret: string;
  /** A channel access token that never expires; stateless ones are issued as well. */
  readonly accessToken: string;
  /** Default `1234567890`. */
  readonly channelId?: string;
  /** `destination` of every webhook. */
  readonly botUserId?: string;
  /** Default 127.0.0.1: nothing outside this machine reaches it. */
  readonly host?: string;
  /** Default 0, a free port. */
  readonly port?: number;
  /** SQLite file that outlives a restart; in memory when absent. */
  readonly database?: string;
  readonly clock?: { now(): Date };
  /** Default: LINE's free plan of 200 a month. */
  readonly quota?: QuotaLimit;
  /** Requests per second by path (`/v2/bot/message/push`); nothing is limited by default. */
  readonly rateLimits?: Readonly<Record<string, number>>;
  /** How long a webhook may take: LINE's limit of 2,000 ms by default. */
  readonly webhookTimeoutMs?: number;
  /** What the API says of the console's switch "Use webhook"; on by default. */
  readonly useWebhook?: boolean;
}

/** Builds everything behind the FakeLine class from its options and two opened resources. */
export function assembleFakeLine(
  options: FakeLineOptions,
  contract: MessageContract,
  database: DatabaseSync,
) {
  const { channelSecret, accessToken, channelId = '1234567890' } = options;
  const { botUserId = `U${'0'.repeat(31)}b`, webhookTimeoutMs = 2000 } = options;
  const accepted = new AcceptedRequests(database);
  const retryKeys = new RetryKeys(accepted);
  const replyTokens = new ReplyTokens(database);
  const quota = new Quota(options.quota ?? FREE_PLAN, accepted);
  const audience = new Audience();
  const chats = new ChatStore(database);
  const activity = new ActivityFeed();
  const loading = new LoadingAnimations();
  const rateLimits = new RateLimits(new Map(Object.entries(options.rateLimits ?? {})));
  const sending = new MessageSending({
    database,
    accepted,
    retryKeys,
    replyTokens,
    quota,
    audience,
    chats,
    activity,
  });
  const tokens = new AccessTokens({ channelId, channelSecret, accessToken });
  const webhooks = new WebhookSender({ channelSecret, botUserId, timeoutMs: webhookTimeoutMs });
  const endpoint = new WebhookEndpoint(options.useWebhook ?? true);
  const api = new LineApi({
    tokens,
    rateLimits,
    retryKeys,
    endpoints: [
      ...messageEndpoints({ contract, sending, loading, activity }),
      ...accountEndpoints({ quota, audience, botUserId }),
      ...webhookEndpoints({ contract, endpoint, webhooks }),
      ...richMenuEndpoints({ contract, richMenus: new RichMenus() }),
    ],
  });
  return {
    database,
    clock: options.clock ?? { now: () => new Date() },
    accepted,
    replyTokens,
    quota,
    audience,
    chats,
    activity,
    loading,
    rateLimits,
    api,
    faults: new Faults(),
    network: new Network(),
    journal: new Journal(),
    ledger: new Ledger(database, replyTokens),
    botUserId,
    endpoint,
    webhooks,
  };
}

/** What the FakeLine class works with. */
export type FakeLineParts = ReturnType<typeof assembleFakeLine>;
