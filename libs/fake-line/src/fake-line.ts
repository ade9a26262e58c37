import { randomUUID } from 'node:crypto';
import type { ActivityListener } from './activity.ts';
import { ApiServer } from './api-server.ts';
import type { Audience } from './audience.ts';
import { messageIdOf, type ChatEntry, type Delivered, type UserEntry } from './chat-store.ts';
import { assembleFakeLine, type FakeLineOptions, type FakeLineParts } from './fake-line-parts.ts';
import type { Fault } from './faults.ts';
import type { JournalEntry } from './journal.ts';
import { openLineDatabase } from './line-database.ts';
import type { LoadingAnimation } from './loading-animations.ts';
import { MessageContract } from './message-contract.ts';
import type { Quota } from './quota.ts';
import type { RateLimits } from './rate-limits.ts';
import {
  chatIdOf,
  postbackEvent,
  replyTokenIn,
  textEvent,
  type EventChanges,
  type Speaker,
} from './webhook-event.ts';
import type { WebhookChanges, WebhookResult } from './webhook-sender.ts';

/**
 * A strict stand-in for api.line.me and for the people and the platform behind it: it checks what a bot
 * sends as LINE would, and sends the bot signed webhooks. What it accepted is in SQLite before the
 * answer leaves.
 */
export class FakeLine {
  /** Where webhooks go; set it before anybody speaks. */
  webhookUrl: string | undefined;

  private constructor(
    private readonly parts: FakeLineParts,
    private readonly server: ApiServer,
  ) {}

  /**
   * Listens and is ready. The first start after an SDK update takes some seconds (loadMessageSchema).
   * @throws when the address is taken or the database file was laid out by another release.
   */
  static async start(options: FakeLineOptions): Promise<FakeLine> {
    const { host = '127.0.0.1', port = 0, database: file = ':memory:' } = options;
    const contract = await MessageContract.load();
    const database = openLineDatabase(file);
    try {
      const parts = assembleFakeLine(options, contract, database);
      return new FakeLine(parts, await ApiServer.listen(parts, host, port));
    } catch (error) {
      database.close();
      throw error;
    }
  }

  /** Base URL for the SDK. */
  get url(): string {
    return this.server.url;
  }

  /** Everything that reached a chat, by request, oldest first; survives a restart. */
  get delivered(): readonly Delivered[] {
    return this.parts.chats.delivered();
  }

  /** Accepted push requests, those to people who blocked the bot included; survives a restart. */
  get acceptedPushes(): number {
    return this.parts.accepted.count('push');
  }

  /** Calls of the loading API, oldest first. */
  get loading(): readonly LoadingAnimation[] {
    return this.parts.loading.shown;
  }

  /** Every request that reached the API, refused or not. */
  get journal(): readonly JournalEntry[] {
    return this.parts.journal.entries;
  }

  /** Who blocked the bot, who is unknown to it, how large groups are. */
  get audience(): Audience {
    return this.parts.audience;
  }

  /** The monthly allowance; `limit` may be changed at any time. */
  get quota(): Quota {
    return this.parts.quota;
  }

  /** Requests per second by path, none at first. */
  get rateLimits(): RateLimits {
    return this.parts.rateLimits;
  }

  /** Messages taken from this month's quota. */
  get quotaUsed(): number {
    return this.parts.quota.used(this.parts.clock.now());
  }

  /** Takes messages from the quota that the bot did not send: people can write from LINE's console. */
  useQuota(cost: number): void {
    const at = this.parts.clock.now();
    this.parts.accepted.add({ requestId: randomUUID(), kind: 'manager', cost, at, answer: {} });
  }

  /** The pushes that reached a chat. */
  pushesOf(to: string): readonly Delivered[] {
    return this.delivered.filter((delivery) => delivery.kind === 'push' && delivery.to === to);
  }

  /** A chat as its people see it, or what came after an entry. */
  history(chatId: string, afterId?: number): readonly ChatEntry[] {
    return this.parts.chats.history(chatId, afterId);
  }

  /** Hears what happens from now on. @returns the function that ends it. */
  onActivity(listener: ActivityListener): () => void {
    return this.parts.activity.subscribe(listener);
  }

  /** Something goes wrong once, at the next request to the path. */
  fault(fault: Fault): void {
    this.parts.faults.add(fault);
  }

  /** The user blocks the bot: pushes to them are accepted and vanish. */
  block(userId: string): void {
    this.parts.audience.blocked.add(userId);
  }

  /** Somebody writes a text. @throws Error when webhookUrl is not set. */
  async sendText(to: Speaker, text: string, changes?: EventChanges): Promise<WebhookResult> {
    const entry = this.#record(to, { text });
    const id = messageIdOf(entry.id);
    return this.#post([textEvent(to, entry.at, { id, text, changes })], {}, entry);
  }

  /**
   * Somebody taps a button.
   * @param displayText what the chat shows as their message, when the button says so.
   * @throws Error when webhookUrl is not set.
   */
  async sendPostback(to: Speaker, data: string, displayText?: string): Promise<WebhookResult> {
    const entry = this.#record(to, { text: displayText, postbackData: data });
    return this.#post([postbackEvent(to, entry.at, data)], {}, entry);
  }

  /** Sends events of any form, in one body; reply tokens in them become valid. */
  async sendEvents(events: readonly object[], changes?: WebhookChanges): Promise<WebhookResult> {
    return this.#post(events, changes);
  }

  /** The same events again: ids, timestamps and reply tokens stay, only `isRedelivery` turns true. */
  async redeliver(events: readonly object[], changes?: WebhookChanges): Promise<WebhookResult> {
    const again = events.map((event) => ({ ...event, deliveryContext: { isRedelivery: true } }));
    return this.#post(again, changes);
  }

  /** Ends all connections and closes the database. */
  async close(): Promise<void> {
    await this.server.close();
    this.parts.database.close();
  }

  #record(to: Speaker, content: Pick<UserEntry, 'text' | 'postbackData'>): UserEntry {
    const { chats, activity, clock } = this.parts;
    this.#webhookTarget();
    const at = clock.now();
    const entry = chats.addUser({ chatId: chatIdOf(to), userId: to.userId, at, ...content });
    activity.tell({ type: 'user-message', entry });
    return entry;
  }

  async #post(
    events: readonly object[],
    changes?: WebhookChanges,
    entry?: UserEntry,
  ): Promise<WebhookResult> {
    const { replyTokens, webhooks, activity, clock } = this.parts;
    const target = this.#webhookTarget();
    for (const event of events) {
      const found = replyTokenIn(event);
      if (found !== undefined) replyTokens.handOut(found.token, { ...found, now: clock.now() });
    }
    const result = await webhooks.send(target, events, changes);
    activity.tell({ type: 'webhook', result, entry });
    return result;
  }

  #webhookTarget(): string {
    if (this.webhookUrl !== undefined) return this.webhookUrl;
    throw new Error('fake-line has no webhook: set webhookUrl to the bot before anybody speaks.');
  }
}
