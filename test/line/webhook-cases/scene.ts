import { createHash } from 'node:crypto';
import { runIdOf, type RunId } from '@dossier/contracts';

/** People and chats of a case; no other case has the same. */
export type Person = 'user' | 'other' | 'third';
export type Place = 'chat' | 'group' | 'room';

/** How an event differs from the plain one. */
export interface Made {
  /** Names the event, its message and its reply token within the case; default `only`. */
  readonly name?: string;
  /** Name of the message, where several events are about one. */
  readonly message?: string;
  /** Default `user`; `nobody` where LINE does not say who spoke. */
  readonly by?: Person | 'nobody';
  /** Default `chat`: alone with the bot. */
  readonly in?: Place;
  /** LINE's time of the event, in milliseconds after the beginning of the case. */
  readonly atMs?: number;
  /** Laid over the event; undefined removes a property. */
  readonly event?: Readonly<Record<string, unknown>>;
  /** Laid over the message; undefined removes a property. */
  readonly content?: Readonly<Record<string, unknown>>;
}

/** The token that quotes a message, as the stand-in for LINE makes it: good in its own chat only. */
function quoteTokenOf(chatId: string, messageId: string): string {
  return Buffer.from(`${chatId}.${messageId}`).toString('base64url');
}

/** Makes the events of one case as LINE would send them, from names that the case chooses. */
export class Scene {
  /** `destination` of every webhook. */
  readonly bot = `U${'0'.repeat(31)}b`;

  constructor(
    private readonly number: number,
    private readonly startedAt: number,
  ) {}

  /** LINE's id of a person, a group or a room. */
  idOf(who: Person | Exclude<Place, 'chat'>): string {
    const initial = { user: 'U', other: 'U', third: 'U', group: 'C', room: 'R' }[who];
    return initial + this.#hash(who).slice(0, 32);
  }

  /** `webhookEventId` of the event with this name: 26 digits, as LINE's. */
  eventId(name = 'only'): string {
    return `01${this.#hash(name).slice(0, 24).toUpperCase()}`;
  }

  /** Id of the run that the event with this name begins. */
  runId(name = 'only'): RunId {
    return runIdOf(this.eventId(name));
  }

  /** LINE's id of the message with this name. */
  messageId(name = 'only'): string {
    return String(BigInt(`0x${this.#hash(`message ${name}`).slice(0, 14)}`) + 10n ** 17n);
  }

  text(text: string, made: Made = {}): object {
    return this.#message(made, { type: 'text', text });
  }

  /** A message that is no text; `content` is all of it but its id. */
  media(content: Readonly<Record<string, unknown>>, made: Made = {}): object {
    return this.#message(made, content);
  }

  /** A changed message of a group. */
  edited(text: string, made: Made = {}): object {
    const event = { type: 'messageEdited', ...made.event };
    return this.#message({ in: 'group', ...made, event }, { type: 'text', text });
  }

  unsend(message: string, made: Made = {}): object {
    const { replyToken: _none, ...event } = this.plain('unsend', { name: 'unsend', ...made });
    return { ...event, unsend: { messageId: this.messageId(message) }, ...made.event };
  }

  postback(data: unknown, made: Made = {}): object {
    return { ...this.plain('postback', made), postback: { data }, ...made.event };
  }

  /** An event of any type with the common properties, a reply token among them. */
  plain(type: string, made: Made = {}): Readonly<Record<string, unknown>> {
    const { name = 'only', atMs = 0 } = made;
    return {
      type,
      mode: 'active',
      timestamp: this.startedAt + atMs,
      source: this.#source(made),
      webhookEventId: this.eventId(name),
      deliveryContext: { isRedelivery: false },
      replyToken: this.#hash(`token ${name}`).slice(0, 32),
      ...made.event,
    };
  }

  /** An event that cannot be answered. */
  mute(type: string, made: Made = {}): object {
    return this.plain(type, { ...made, event: { replyToken: undefined, ...made.event } });
  }

  /** `mention` of the bot (`@Dossier`), of the others and of all (`@All`) where they stand in a text. */
  mentionsIn(text: string): { readonly mention: object } {
    const mentionees = Array.from(text.matchAll(/@(Dossier|All|小明|小華)/g), (found) => {
      const place = { index: found.index, length: found[0].length };
      if (found[1] === 'All') return { ...place, type: 'all' };
      const isSelf = found[1] === 'Dossier';
      const userId = isSelf ? this.bot : this.idOf(found[1] === '小明' ? 'other' : 'third');
      return { ...place, type: 'user', userId, isSelf };
    });
    return { mention: { mentionees } };
  }

  /** A text in the group in which mentions are mentions. */
  inGroup(text: string, made: Made = {}): object {
    const content = { ...this.mentionsIn(text), ...made.content };
    return this.text(text, { in: 'group', ...made, content });
  }

  #message(made: Made, content: Readonly<Record<string, unknown>>): object {
    const { name = 'only', message = name, in: place = 'chat', by = 'user' } = made;
    const chat = place === 'chat' ? by : place;
    const id = this.messageId(message);
    return {
      ...this.plain('message', made),
      message: {
        id,
        ...(chat !== 'nobody' && { quoteToken: quoteTokenOf(this.idOf(chat), id) }),
        markAsReadToken: this.#hash(`read ${name}`),
        ...content,
        ...made.content,
      },
      ...made.event,
    };
  }

  #source({ by = 'user', in: place = 'chat' }: Made): object {
    const person = by === 'nobody' ? {} : { userId: this.idOf(by) };
    if (place === 'group') return { type: 'group', groupId: this.idOf('group'), ...person };
    if (place === 'room') return { type: 'room', roomId: this.idOf('room'), ...person };
    return { type: 'user', ...person };
  }

  #hash(name: string): string {
    return createHash('sha256').update(`${this.number}/${name}`).digest('hex');
  }
}
