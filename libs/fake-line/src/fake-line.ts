import { randomUUID } from 'node:crypto';
import type { webhook } from '@line/bot-sdk';
import type { ActivityListener } from './activity.ts';
import { ApiServer } from './api-server.ts';
import type { Audience } from './audience.ts';
import type { ChatEntry, Delivered } from './chat-store.ts';
import { assembleFakeLine, type FakeLineOptions, type FakeLineParts } from './fake-line-parts.ts';
import type { Fault } from './faults.ts';
import type { JournalEntry } from './journal.ts';
import { openLineDatabase } from './line-database.ts';
import type { LedgerEntry } from './ledger.ts';
import type { LoadingAnimation } from './loading-animations.ts';
import { MessageContract } from './message-contract.ts';
import type { EventChanges, MediaKind } from './message-events.ts';
import type { Network } from './network.ts';
import { People } from './people.ts';
import type { BotEventType } from './platform-events.ts';
import type { Quota } from './quota.ts';
import type { RateLimits } from './rate-limits.ts';
import type { SharedChat, Speaker } from './webhook-event.ts';
import type { WebhookChanges, WebhookResult } from './webhook-sender.ts';

/**
 * A strict stand-in for api.line.me and for the people and the platform behind it: it checks what a bot
 * sends as LINE would, and sends the bot signed webhooks. What it accepted is in SQLite before the
 * answer leaves.
 */
export class FakeLine {
  private constructor(
    private readonly parts: FakeLineParts,
    private readonly server: ApiServer,
    private readonly people = new People(parts),
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

  /** Where webhooks go; set it before anybody speaks. */
  get webhookUrl(): string | undefined {
    return this.parts.endpoint.url;
  }

  set webhookUrl(url: string | undefined) {
    this.parts.endpoint.url = url;
  }

  /** Everything that reached a chat, by request, oldest first; survives a restart. */
  get delivered(): readonly Delivered[] {
    return this.parts.chats.delivered();
  }

  /** Accepted push requests, those to people who blocked the bot included; survives a restart. */
  get acceptedPushes(): number {
    return this.parts.accepted.count('push');
  }

  /** Accepted replies; survives a restart. */
  get acceptedReplies(): number {
    return this.parts.accepted.count('reply');
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

  /** What was sent, refused and paid, the latest last. */
  get ledger(): readonly LedgerEntry[] {
    return this.parts.ledger.latest();
  }

  /** How slow and unreliable the network is. */
  get network(): Network {
    return this.parts.network;
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
    const { accepted, clock } = this.parts;
    const requestId = randomUUID();
    accepted.add({ requestId, kind: 'manager', cost, at: clock.now(), answer: {} });
  }

  /** The pushes that reached a chat. */
  pushesOf(to: string): readonly Delivered[] {
    return this.delivered.filter((delivery) => delivery.kind === 'push' && delivery.to === to);
  }

  /** A chat as its people see it, or what came after an entry. */
  history(chatId: string, afterId?: number): readonly ChatEntry[] {
    return this.parts.chats.history(chatId, afterId);
  }

  /** Id of the last entry of any chat, 0 before the first. */
  get lastEntryId(): number {
    return this.parts.chats.lastId();
  }

  /** Hears what happens from now on. @returns the function that ends it. */
  onActivity(listener: ActivityListener): () => void {
    return this.parts.activity.subscribe(listener);
  }

  /** Something goes wrong once, at the next request to the path. */
  fault(fault: Fault): void {
    this.parts.faults.add(fault);
  }

  /** The user blocks the bot, and the bot is not told: pushes to them are accepted and vanish. */
  block(userId: string): void {
    this.parts.audience.blocked.add(userId);
  }

  /** Somebody writes. @throws Error when webhookUrl is not set, or somebody who blocked the bot writes to it. */
  sendText(to: Speaker, text: string, changes?: EventChanges): Promise<WebhookResult> {
    return this.people.text(to, text, changes);
  }

  /** Somebody sends a sticker, a picture and the like. */
  sendMedia(to: Speaker, kind: MediaKind, changes?: EventChanges): Promise<WebhookResult> {
    return this.people.media(to, kind, changes);
  }

  /** Somebody taps a button; the chat shows `displayText` as their message, when the button has one. */
  sendPostback(to: Speaker, data: string, displayText?: string): Promise<WebhookResult> {
    return this.people.postback(to, data, displayText);
  }

  /** Mentions of the bot, of people with a profile and of all, as LINE's apps would make them of a text. */
  mentionsIn(text: string): webhook.Mention | undefined {
    return this.people.mentionsIn(text);
  }

  /** Somebody changes a message of theirs in a group. @throws Error when it is none of theirs. */
  edit(
    to: Speaker & { readonly groupId: string },
    messageId: string,
    changed: { text: string; changes?: EventChanges },
  ): Promise<WebhookResult> {
    return this.people.edit(to, messageId, changed);
  }

  /** Somebody takes a message of theirs back: the chat forgets it. @throws Error when it is none of theirs. */
  unsend(to: Speaker, messageId: string): Promise<WebhookResult> {
    return this.people.unsend(to, messageId);
  }

  /** Somebody becomes a friend of the bot, or ends their block. */
  follow(userId: string): Promise<WebhookResult> {
    return this.people.follow(userId);
  }

  /** Somebody blocks the bot, and the bot is told. */
  unfollow(userId: string): Promise<WebhookResult> {
    return this.people.unfollow(userId);
  }

  /** The bot is invited to a group or room. */
  join(chat: SharedChat): Promise<WebhookResult> {
    return this.people.join(chat);
  }

  /** The bot is removed from a group or room: pushes to it are refused from now on. */
  leave(chat: SharedChat): Promise<WebhookResult> {
    return this.people.leave(chat);
  }

  /** People join a group or room: pushes to it cost more. */
  memberJoined(chat: SharedChat, userIds: readonly string[]): Promise<WebhookResult> {
    return this.people.memberJoined(chat, userIds);
  }

  /** People leave a group or room. */
  memberLeft(chat: SharedChat, userIds: readonly string[]): Promise<WebhookResult> {
    return this.people.memberLeft(chat, userIds);
  }

  /** Somebody linked their account with one of the bot's provider, or LINE could not do it. */
  accountLink(userId: string, result: 'ok' | 'failed'): Promise<WebhookResult> {
    return this.people.accountLink(userId, result);
  }

  /** LINE suspends the bot or lets it go on: an event of nobody and nowhere. */
  botEvent(type: BotEventType): Promise<WebhookResult> {
    return this.people.botEvent(type);
  }

  /** Sends events of any form, in one body; reply tokens in them become valid. */
  sendEvents(events: readonly object[], changes?: WebhookChanges): Promise<WebhookResult> {
    return this.people.send(events, changes);
  }

  /** The same events again: ids, timestamps and reply tokens stay, only `isRedelivery` turns true. */
  redeliver(events: readonly object[], changes?: WebhookChanges): Promise<WebhookResult> {
    return this.people.sendAgain(events, changes);
  }

  /** Ends all connections and closes the database. */
  async close(): Promise<void> {
    await this.server.close();
    this.parts.database.close();
  }
}
