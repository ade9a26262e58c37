import { createHash } from 'node:crypto';
import type { DayEvent, Does } from './day-event.ts';

/** Where an event of the day comes from. */
export interface Place {
  readonly chat: string;
  readonly isGroup: boolean;
}

/** What differs from event to event. */
interface Making {
  readonly type: string;
  readonly does: Does;
  readonly by?: string | undefined;
  readonly at: number;
  readonly message?: string | undefined;
  readonly content?: object;
  readonly fingerprint?: string;
}

/** A text that somebody writes. */
interface TextMaking {
  readonly text: string;
  readonly does: Does;
  readonly by?: string | undefined;
  readonly at: number;
  /** LINE's id of the message that it quotes. */
  readonly quotes?: string;
}

/** The bot's own id, as FakeLine has it. */
const BOT = `U${'0'.repeat(31)}b`;
const ANSWERABLE = ['message', 'messageEdited', 'postback', 'follow', 'join'];

/** Makes webhook events as LINE does, with ids that are the same for the same seed. */
export class EventMaker {
  #made = 0;

  constructor(private readonly seed: number) {}

  /** A text; in a group with the prefix, or every other time with a mention of the bot. */
  text(place: Place, { text, does, by, at, quotes }: TextMaking): DayEvent {
    const toBot = place.isGroup && does.kind !== 'chatter';
    const id = this.#messageId();
    const message = toBot ? this.#addressed(text) : { text };
    const quoted = quotes === undefined ? {} : { quotedMessageId: quotes };
    const content = { message: this.#textMessage(place, id, { ...message, ...quoted }) };
    const fingerprint = `${at} ${message.text}`;
    return this.#make(place, { type: 'message', does, by, at, message: id, content, fingerprint });
  }

  /** A picture for the chat: answered when it is to the bot alone. */
  sticker(place: Place, by: string | undefined, at: number): DayEvent {
    const id = this.#messageId();
    const does: Does = { kind: place.isGroup ? 'chatter' : 'talk' };
    const sticker = { packageId: '446', stickerId: '1988', stickerResourceType: 'STATIC' };
    const content = { message: { type: 'sticker', id, ...sticker } };
    const fingerprint = `${at} sticker`;
    return this.#make(place, { type: 'message', does, by, at, message: id, content, fingerprint });
  }

  tap(
    place: Place,
    { data, does, by, at }: { data: string; does: Does; by?: string | undefined; at: number },
  ): DayEvent {
    return this.#make(place, { type: 'postback', does, by, at, content: { postback: { data } } });
  }

  /** New words for an older message of a group; `to` is what they ask for. */
  edit(
    place: Place,
    { of, text, to, at }: { of: DayEvent; text: string; to: Does | undefined; at: number },
  ): DayEvent {
    const words = to === undefined ? { text } : this.#addressed(text);
    const { by, message = '' } = of;
    const does: Does = { kind: 'edit', ...(to !== undefined && { to }) };
    const content = { message: this.#textMessage(place, message, words) };
    return this.#make(place, {
      ...{ type: 'messageEdited', does, by, at, message, content },
      fingerprint: `${at} edit ${words.text}`,
    });
  }

  unsend(place: Place, of: DayEvent, at: number): DayEvent {
    const { by, message = '' } = of;
    const content = { unsend: { messageId: message } };
    return this.#make(place, {
      type: 'unsend',
      does: { kind: 'unsend' },
      by,
      at,
      message,
      content,
    });
  }

  /** Somebody adds the bot, or a group does. */
  welcome(place: Place, at: number): DayEvent {
    const [type, content] = place.isGroup
      ? ['join', {}]
      : ['follow', { follow: { isUnblocked: true } }];
    return this.#membership(
      place,
      String(type),
      { kind: 'welcome' },
      at,
      Object(content) as object,
    );
  }

  /** Somebody blocks the bot, or a group throws it out. */
  farewell(place: Place, at: number): DayEvent {
    return this.#membership(
      place,
      place.isGroup ? 'leave' : 'unfollow',
      { kind: 'farewell' },
      at,
      {},
    );
  }

  /** The same message under another event id, as networks make it (openclaw#30584). */
  twin(event: DayEvent): DayEvent {
    const webhookEventId = this.#eventId();
    return { ...event, id: webhookEventId, json: { ...event.json, webhookEventId } };
  }

  #membership(place: Place, type: string, does: Does, at: number, content: object): DayEvent {
    const by = place.isGroup ? undefined : place.chat;
    return this.#make(place, { type, does, by, at, content });
  }

  #make(place: Place, { type, does, by, at, message, content, fingerprint }: Making): DayEvent {
    const id = this.#eventId();
    const token = ANSWERABLE.includes(type) ? { replyToken: this.#hash(`token ${id}`) } : {};
    const person = by === undefined ? {} : { userId: by };
    const source = place.isGroup
      ? { type: 'group', groupId: place.chat, ...person }
      : { type: 'user', userId: place.chat };
    const deliveryContext = { isRedelivery: false };
    const common = { type, mode: 'active', timestamp: at, webhookEventId: id, deliveryContext };
    return {
      ...{ id, chat: place.chat, at, does, ...token },
      ...(by !== undefined && { by }),
      ...(message !== undefined && { message }),
      ...(fingerprint !== undefined && { fingerprint }),
      json: { ...common, source, ...token, ...content },
    };
  }

  #addressed(text: string): { text: string; mention?: object } {
    if (this.#made % 2 === 0) return { text: `/研究 ${text}` };
    const mentionee = { type: 'user', index: 0, length: 8, isSelf: true, userId: BOT };
    return { text: `@Dossier ${text}`, mention: { mentionees: [mentionee] } };
  }

  #textMessage({ chat }: Place, id: string, content: object): object {
    const quoteToken = Buffer.from(`${chat}.${id}`).toString('base64url');
    return { type: 'text', id, quoteToken, ...content };
  }

  #messageId(): string {
    return String(500_000_000_000_000_000n + BigInt((this.#made += 1)));
  }

  #eventId(): string {
    this.#made += 1;
    return `01${this.#hash(`event ${this.#made}`).slice(0, 24).toUpperCase()}`;
  }

  /** 32 hexadecimal digits. */
  #hash(text: string): string {
    return createHash('sha256').update(`${this.seed} ${text}`).digest('hex').slice(0, 32);
  }
}
