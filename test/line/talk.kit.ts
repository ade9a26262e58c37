import { runIdOf, type RunId } from '@dossier/contracts';
import type { Delivered, EventChanges, Speaker, WebhookResult } from '@dossier/fake-line';
import type { LocalCloud } from '../e2e/local-cloud.kit.ts';
import { eventually } from '../support/eventually.ts';
import { untilTaken } from './until-taken.kit.ts';

/** The label of a report card's main button, by which its words are known. */
export const REPORT_BUTTON = '閱讀完整報告';

/** What a person gets to see at once. */
export interface Heard {
  /** Id of the run that their event began, or would have begun. */
  readonly runId: RunId;
  /** Everything that can be read in the reply, cards and buttons included; empty when there was none. */
  readonly words: string;
  readonly reply: Delivered | undefined;
}

/** Everything of one person in one chat: what they do, and what the bot sends there. */
export class Talk {
  constructor(
    private readonly cloud: LocalCloud,
    readonly speaker: Speaker,
  ) {}

  /** Id of the chat. */
  get to(): string {
    return this.speaker.groupId ?? this.speaker.roomId ?? this.speaker.userId;
  }

  /** The replies that reached the chat, oldest first. */
  get replies(): readonly Delivered[] {
    return this.cloud.line.delivered.filter(({ kind, to }) => kind === 'reply' && to === this.to);
  }

  /** The pushes that reached the chat, oldest first. */
  get pushes(): readonly Delivered[] {
    return this.cloud.line.pushesOf(this.to);
  }

  /** How many report cards reached the chat, pushed or handed over. */
  get cards(): number {
    return [...this.replies, ...this.pushes].filter(({ messages }) =>
      wordsIn(messages).includes(REPORT_BUTTON),
    ).length;
  }

  /** Writes, and reads the answer; `@Dossier` is a mention. */
  say(text: string, changes: EventChanges = {}): Promise<Heard> {
    return this.#hear(() => this.#sendText(text, changes));
  }

  /** Writes something that is not answered. */
  async sayInSilence(text: string, changes: EventChanges = {}): Promise<Heard> {
    const result = await untilTaken(this.cloud.line, await this.#sendText(text, changes));
    return { runId: runIdOf(eventIdOf(result)), words: '', reply: undefined };
  }

  /** Writes with a quote of one of the bot's messages. */
  quote(messageId: string, text: string): Promise<Heard> {
    return this.say(text, { message: { quotedMessageId: messageId } });
  }

  /** Taps the button with this label in the bot's newest message that has one. */
  tap(label: string): Promise<Heard> {
    return this.#hear(() => {
      const button = this.#all()
        .flatMap(({ messages }) => messages)
        .toReversed()
        .flatMap((message) => objectsIn(message))
        .find((part) => part['label'] === label && typeof part['data'] === 'string');
      if (button === undefined) throw new Error(`no button ${label}`);
      return this.cloud.line.sendPostback(this.speaker, String(button['data']));
    });
  }

  /** Blocks the bot, and the bot is told. */
  block(): Promise<WebhookResult> {
    return this.cloud.line.unfollow(this.speaker.userId);
  }

  /** Ends the block, and reads the welcome. */
  unblock(): Promise<Heard> {
    return this.#hear(() => this.cloud.line.follow(this.speaker.userId));
  }

  /** Waits for the end of the run, told or given up being told. */
  async endOf(runId: RunId) {
    const workspace = await this.cloud.endOf(runId);
    const version = workspace.versions[String(workspace.version)];
    if (version === undefined) throw new Error('a run without versions');
    return { workspace, version, told: version.told?.status };
  }

  #sendText(text: string, { event = {}, message = {} }: EventChanges): Promise<WebhookResult> {
    const { line } = this.cloud;
    const mention = line.mentionsIn(text);
    const content = { ...(mention !== undefined && { mention }), ...message };
    return line.sendText(this.speaker, text, { event, message: content });
  }

  #all(): readonly Delivered[] {
    return this.cloud.line.delivered.filter(({ to }) => to === this.to);
  }

  async #hear(act: () => Promise<WebhookResult>): Promise<Heard> {
    const before = this.replies.length;
    const result = await untilTaken(this.cloud.line, await act());
    const reply = await eventually('a reply', () => this.replies[before]);
    return { runId: runIdOf(eventIdOf(result)), words: wordsIn(reply.messages), reply };
  }
}

/** Everything that can be read in messages: texts, alternative texts, labels of buttons. */
export function wordsIn(messages: readonly object[]): string {
  return messages
    .flatMap((message) => objectsIn(message))
    .flatMap(({ altText, text, label }) => [altText, text, label])
    .filter((each) => typeof each === 'string')
    .join('\n');
}

/** Every object within a message, itself first. */
export function objectsIn(part: unknown): readonly Readonly<Record<string, unknown>>[] {
  if (typeof part !== 'object' || part === null) return [];
  const own = Array.isArray(part) ? [] : [part as Record<string, unknown>];
  return [...own, ...Object.values(part).flatMap((each) => objectsIn(each))];
}

/** Talks of people whom nobody knows yet. */
export function strangersOf(cloud: LocalCloud) {
  let people = 0;
  const next = (initial: string): string => {
    people += 1;
    return `${initial}${people.toString(16).padStart(32, '0')}`;
  };
  return {
    alone: (): Talk => new Talk(cloud, { userId: next('U') }),
    inGroup: (groupId = next('C')): Talk => new Talk(cloud, { userId: next('U'), groupId }),
    /** The same person somewhere else. */
    aloneAs: (userId: string): Talk => new Talk(cloud, { userId }),
    inGroupAs: (groupId: string, userId: string): Talk => new Talk(cloud, { userId, groupId }),
  };
}

function eventIdOf({ events }: WebhookResult): string {
  const [event] = events;
  return event !== undefined && 'webhookEventId' in event ? String(event.webhookEventId) : '';
}
