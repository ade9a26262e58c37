import type { DatabaseSync } from 'node:sqlite';
import type { messagingApi } from '@line/bot-sdk';
import type { AcceptedRequests } from './accepted-requests.ts';
import type { ActivityFeed } from './activity.ts';
import { isChatId, isUserId, type Audience } from './audience.ts';
import { messageIdOf, type BotEntry, type ChatStore, type DeliveryKind } from './chat-store.ts';
import { inTransaction } from './line-database.ts';
import { LineRefusal } from './line-refusal.ts';
import type { Quota } from './quota.ts';
import { quotedBy, quoteTokenOf } from './quote-tokens.ts';
import type { ReplyTokens } from './reply-tokens.ts';
import type { RetryKeys } from './retry-keys.ts';

/** What comes with every request to send. */
export interface SendingContext {
  readonly requestId: string;
  readonly now: Date;
  /** As read by RetryKeys. */
  readonly retryKey?: string;
}

interface Parts {
  readonly database: DatabaseSync;
  readonly accepted: AcceptedRequests;
  readonly retryKeys: RetryKeys;
  readonly replyTokens: ReplyTokens;
  readonly quota: Quota;
  readonly audience: Audience;
  readonly chats: ChatStore;
  readonly activity: ActivityFeed;
}

const QUOTABLE: ReadonlySet<messagingApi.Message['type']> = new Set([
  'text',
  'textV2',
  'sticker',
  'image',
  'video',
  'template',
  'flex',
]);

/**
 * Reply, push and multicast. A request is accepted in one transaction (receipt, cost, messages, used
 * reply token) that is committed before the answer, so a crash or a lost answer never sends twice.
 */
export class MessageSending {
  constructor(private readonly parts: Parts) {}

  /** Free of charge. @throws LineRefusal 400 for a reply token that is not good any more. */
  reply(body: messagingApi.ReplyMessageRequest, context: SendingContext): object {
    return this.#accept(context, 'reply', () => ({
      to: [this.parts.replyTokens.use(body.replyToken, context.now)],
      messages: body.messages,
    }));
  }

  /** @throws LineRefusal 400 for an unknown receiver, 409 for a repeated retry key, 429 over quota. */
  push({ to, messages }: messagingApi.PushMessageRequest, context: SendingContext): object {
    if (!isChatId(to)) throw invalidReceiver("'to',");
    return this.#accept(context, 'push', () => {
      if (this.parts.audience.unknown.has(to)) {
        throw new LineRefusal(400, 'Failed to send messages');
      }
      return { to: [to], messages };
    });
  }

  /** @throws LineRefusal as push does. */
  multicast({ to, messages }: messagingApi.MulticastRequest, context: SendingContext): object {
    const wrong = to.findIndex((id) => !isUserId(id));
    if (wrong >= 0) throw invalidReceiver(`to[${wrong}],`);
    this.#accept(context, 'multicast', () => ({ to, messages }));
    return {};
  }

  #accept(
    { requestId, now, retryKey }: SendingContext,
    kind: DeliveryKind,
    prepare: () => { to: readonly string[]; messages: readonly messagingApi.Message[] },
  ): object {
    const { database, retryKeys, audience, quota, accepted, activity } = this.parts;
    const { answer, delivered } = inTransaction(database, () => {
      retryKeys.refuseRepeated(retryKey, now);
      const { to, messages } = prepare();
      refuseForeignQuotes(messages, to);
      const cost = kind === 'reply' ? 0 : to.reduce((sum, id) => sum + audience.costOf(id), 0);
      if (cost > 0) quota.refuseOver(cost, now);
      const delivered = to.map((chatId) => this.#deliver(chatId, kind, messages, requestId, now));
      const answer = kind === 'multicast' ? {} : { sentMessages: delivered.flatMap(sentMessages) };
      accepted.add({ requestId, kind, retryKey, cost, at: now, answer });
      return { answer, delivered };
    });
    for (const { chatId, entries, seen } of delivered) {
      if (seen) activity.tell({ type: 'delivered', chatId, entries });
    }
    return answer;
  }

  #deliver(
    chatId: string,
    kind: DeliveryKind,
    messages: readonly messagingApi.Message[],
    requestId: string,
    at: Date,
  ): { chatId: string; entries: BotEntry[]; seen: boolean } {
    const seen = !this.parts.audience.blocked.has(chatId);
    const entries = messages.map((message) =>
      this.parts.chats.addBot({ chatId, kind, at, message }, requestId, seen),
    );
    return { chatId, entries, seen };
  }
}

/** A message is quoted in its own chat only (docs: get-quote-tokens). */
function refuseForeignQuotes(
  messages: readonly messagingApi.Message[],
  receivers: readonly string[],
): void {
  for (const [index, message] of messages.entries()) {
    const token = 'quoteToken' in message ? message.quoteToken : undefined;
    if (token === undefined) continue;
    const chatId = quotedBy(token)?.chatId;
    if (receivers.some((receiver) => receiver !== chatId)) {
      const property = `messages[${index}].quoteToken`;
      throw LineRefusal.ofMessage(index, [{ message: 'Invalid quote token', property }]);
    }
  }
}

function sentMessages({ entries }: { entries: readonly BotEntry[] }): messagingApi.SentMessage[] {
  return entries.map(({ id, chatId, message }) => ({
    id: messageIdOf(id),
    ...(QUOTABLE.has(message.type) && { quoteToken: quoteTokenOf(chatId, messageIdOf(id)) }),
  }));
}

function invalidReceiver(where: string): LineRefusal {
  return new LineRefusal(
    400,
    `The property, ${where} in the request body is invalid (line: -, column: -)`,
  );
}
