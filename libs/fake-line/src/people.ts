import { setTimeout as wait } from 'node:timers/promises';
import { messageIdOf, type UserContent, type UserEntry } from './chat-store.ts';
import type { FakeLineParts } from './fake-line-parts.ts';
import * as membership from './membership-events.ts';
import { mentionsIn } from './mentions.ts';
import * as messages from './message-events.ts';
import * as platform from './platform-events.ts';
import { chatIdOf, replyTokenIn, type SharedChat, type Speaker } from './webhook-event.ts';
import type { WebhookChanges, WebhookResult } from './webhook-sender.ts';

/** How the bot is called in its profile, and so in mentions. */
const BOT_NAME = 'Dossier';

type GroupSpeaker = Speaker & { readonly groupId: string };

/** The people around the bot: what they do is recorded, shown, and told to the bot by signed webhooks. */
export class People {
  constructor(private readonly parts: FakeLineParts) {}

  async text(to: Speaker, text: string, changes?: messages.EventChanges): Promise<WebhookResult> {
    const quotedMessageId = changes?.message?.quotedMessageId;
    const entry = this.#record(to, { text, quotedMessageId });
    const id = messageIdOf(entry.id);
    return this.send([messages.textEvent(to, entry.at, { id, text, changes })], {}, entry);
  }

  async media(
    to: Speaker,
    kind: messages.MediaKind,
    changes?: messages.EventChanges,
  ): Promise<WebhookResult> {
    const entry = this.#record(to, { media: kind });
    const id = messageIdOf(entry.id);
    return this.send([messages.mediaEvent(to, entry.at, { id, kind, changes })], {}, entry);
  }

  async postback(to: Speaker, data: string, displayText?: string): Promise<WebhookResult> {
    const entry = this.#record(to, { text: displayText, postbackData: data });
    return this.send([messages.postbackEvent(to, entry.at, data)], {}, entry);
  }

  async edit(
    to: GroupSpeaker,
    messageId: string,
    { text, changes }: { text: string; changes?: messages.EventChanges },
  ): Promise<WebhookResult> {
    const now = this.#now();
    const entry = this.parts.chats.edit(this.#ownMessage(to, messageId), text);
    this.parts.activity.tell({ type: 'edited', entry });
    return this.send([messages.messageEditedEvent(to, now, { id: messageId, text, changes })]);
  }

  async unsend(to: Speaker, messageId: string): Promise<WebhookResult> {
    const now = this.#now();
    const entry = this.#ownMessage(to, messageId);
    this.parts.chats.remove(entry);
    this.parts.activity.tell({ type: 'unsent', entry });
    return this.send([messages.unsendEvent(to, now, messageId)]);
  }

  async follow(userId: string): Promise<WebhookResult> {
    const now = this.#now();
    const isUnblocked = this.parts.audience.blocked.delete(userId);
    return this.send([membership.followEvent(userId, now, { isUnblocked })]);
  }

  async unfollow(userId: string): Promise<WebhookResult> {
    const now = this.#now();
    this.parts.audience.blocked.add(userId);
    return this.send([membership.unfollowEvent(userId, now)]);
  }

  async join(chat: SharedChat): Promise<WebhookResult> {
    const now = this.#now();
    this.parts.audience.unknown.delete(idOf(chat));
    return this.send([membership.joinEvent(chat, now)]);
  }

  async leave(chat: SharedChat): Promise<WebhookResult> {
    const now = this.#now();
    this.parts.audience.unknown.add(idOf(chat));
    return this.send([membership.leaveEvent(chat, now)]);
  }

  async memberJoined(chat: SharedChat, userIds: readonly string[]): Promise<WebhookResult> {
    const now = this.#now();
    this.parts.audience.resize(idOf(chat), userIds.length);
    return this.send([membership.memberJoinedEvent(chat, now, userIds)]);
  }

  async memberLeft(chat: SharedChat, userIds: readonly string[]): Promise<WebhookResult> {
    const now = this.#now();
    this.parts.audience.resize(idOf(chat), -userIds.length);
    return this.send([membership.memberLeftEvent(chat, now, userIds)]);
  }

  async accountLink(userId: string, result: 'ok' | 'failed'): Promise<WebhookResult> {
    return this.send([platform.accountLinkEvent(userId, this.#now(), result)]);
  }

  async botEvent(type: platform.BotEventType): Promise<WebhookResult> {
    return this.send([platform.botEvent(type, this.#now())]);
  }

  /** The mentions of the bot, of people with a profile and of everybody in a text. */
  mentionsIn(text: string): ReturnType<typeof mentionsIn> {
    const { audience, botUserId } = this.parts;
    const people = [...audience.profiles.values()].map(({ displayName, userId }) => {
      return { name: displayName, userId, isSelf: false };
    });
    return mentionsIn(text, [{ name: BOT_NAME, userId: botUserId, isSelf: true }, ...people]);
  }

  /** Posts the events in one body; the reply tokens in them become valid at that moment. */
  async send(
    events: readonly object[],
    changes?: WebhookChanges,
    entry?: UserEntry,
  ): Promise<WebhookResult> {
    const { replyTokens, webhooks, activity, clock, network } = this.parts;
    const target = this.#target();
    if (network.latencyMs > 0) await wait(network.latencyMs);
    for (const event of events) {
      const found = replyTokenIn(event);
      if (found !== undefined) replyTokens.handOut(found.token, { ...found, now: clock.now() });
    }
    const delivery = () => webhooks.send(target, events, changes);
    const [result] = await Promise.all([
      delivery(),
      network.deliversTwice ? delivery() : undefined,
    ]);
    activity.tell({ type: 'webhook', result, entry });
    return result;
  }

  /** The same events once more, as LINE does when the bot did not answer 2xx. */
  sendAgain(events: readonly object[], changes?: WebhookChanges): Promise<WebhookResult> {
    const again = events.map((event) => ({ ...event, deliveryContext: { isRedelivery: true } }));
    return this.send(again, changes);
  }

  #record(to: Speaker, content: UserContent): UserEntry {
    const { chats, activity, audience } = this.parts;
    const at = this.#now();
    if (audience.blocked.has(chatIdOf(to))) {
      throw new Error('Somebody who blocked the bot cannot write to it: let them follow it first.');
    }
    const entry = chats.addUser({ chatId: chatIdOf(to), userId: to.userId, at, ...content });
    activity.tell({ type: 'user-message', entry });
    return entry;
  }

  #ownMessage(to: Speaker, messageId: string): UserEntry {
    const entry = this.parts.chats.findUser(messageId);
    if (entry?.chatId === chatIdOf(to) && entry.userId === to.userId) return entry;
    throw new Error(`${messageId} is no message of that person in that chat`);
  }

  /** Nothing happens while there is no bot to tell of it. */
  #now(): Date {
    this.#target();
    return this.parts.clock.now();
  }

  #target(): string {
    const { url } = this.parts.endpoint;
    if (url !== undefined) return url;
    throw new Error('fake-line has no webhook: set webhookUrl to the bot before anybody speaks.');
  }
}

function idOf(chat: SharedChat): string {
  return 'groupId' in chat ? chat.groupId : chat.roomId;
}
