import { ChatRuns } from './chat-runs.ts';
import type { MessageMemory } from './chat-state.ts';
import type { DayEvent, Does, Key } from './day-event.ts';

/** What must follow from one delivery of an event. */
export interface Outcome {
  /** Whether LINE must have accepted a reply to it. */
  readonly replies: boolean;
  /** Versions that begin (or, resumed, go on). */
  readonly begun: readonly Key[];
  readonly cancelled: readonly Key[];
}

/**
 * One conversation as its people would describe the bot's promises. Written against the design and
 * the help texts, without any of the bot's own code but the way from an event's id to a run's id.
 */
export class ChatModel {
  readonly runs = new ChatRuns();
  /** The bot was told that it is not welcome here. */
  unreachable = false;
  #membershipAt = -Infinity;
  readonly #handled = new Set<string>();
  readonly #messages = new Map<string, MessageMemory>();
  /** The newest version that a message asked for. */
  readonly #askedFor = new Map<string, Key>();

  /** The bot gets an event. `tokenGood`: LINE still takes a reply to it. */
  take(event: DayEvent, now: number, tokenGood: boolean): Outcome {
    const { runs } = this;
    runs.begun.length = 0;
    runs.cancelled.length = 0;
    const { does, replyToken } = event;
    if (does.kind === 'chatter' || this.#isOver(event)) return this.#outcome(false);
    const waiting = replyToken === undefined ? [] : runs.undelivered();
    const isComing = does.kind !== 'farewell' && does.kind !== 'unsend';
    if (isComing && this.unreachable) this.#reached(event.at);
    const said = this.#decide(event, now);
    this.#remember(event);
    const replies = replyToken !== undefined && tokenGood && (said || waiting.length > 0);
    const still = waiting.filter(({ told }) => told === 'undelivered');
    if (replies) for (const version of still) version.told = 'handed-over';
    return this.#outcome(replies);
  }

  /** What is queued begins once nothing is under way. */
  beginNext(): Key | undefined {
    const key = this.runs.beginQueued();
    if (key !== undefined) this.#noteBegun([key]);
    return key;
  }

  #outcome(replies: boolean): Outcome {
    const { begun, cancelled } = this.runs;
    this.#noteBegun(begun);
    return { replies, begun: [...begun], cancelled: [...cancelled] };
  }

  #noteBegun(keys: readonly Key[]): void {
    for (const key of keys) {
      const message = this.runs.version(key)?.version.message;
      if (message !== undefined) this.#askedFor.set(message, key);
    }
  }

  /** Handled before, under this or another event id; taken back; or edited by a newer event. */
  #isOver({ id, message, at, fingerprint, does }: DayEvent): boolean {
    if (this.#handled.has(id)) return true;
    const known = message === undefined ? undefined : this.#messages.get(message);
    if (known === undefined || does.kind === 'unsend') return false;
    const isTwin = fingerprint !== undefined && known.fingerprint === fingerprint;
    return isTwin || (known.overtakes && known.at >= at);
  }

  #remember({ id, message, at, fingerprint, does }: DayEvent): void {
    this.#handled.add(id);
    if (message === undefined) return;
    const overtakes = does.kind === 'edit' || does.kind === 'unsend';
    const print = fingerprint === undefined ? {} : { fingerprint };
    this.#messages.set(message, { at, overtakes, ...print });
  }

  /** @returns whether the bot says something. */
  #decide(event: DayEvent, now: number): boolean {
    const { does, by, at } = event;
    const { runs } = this;
    switch (does.kind) {
      case 'edit':
        return this.#edit(event, does.to, now);
      case 'unsend':
        return this.#unsend(event);
      case 'farewell':
        return this.#farewell(at);
      case 'chatter':
        return false;
      case 'welcome':
        this.#reached(at);
        return true;
      case 'ask':
        runs.ask(runs.askedBy(event, now));
        return true;
      case 'unclear':
        runs.pending = runs.askedBy(event, now);
        return true;
      case 'new-topic':
        runs.current = undefined;
        return true;
      case 'follow-up':
        runs.followUp(runs.askedBy(event, now), does.wish, does.run);
        return true;
      case 'cancel':
      case 'retry':
        runs[does.kind](by, does.run);
        return true;
      case 'select':
        runs.current = runs.all.get(does.run.runId) ?? runs.current;
        return true;
      case 'choose':
        runs.choose(does, by, now);
        return true;
      case 'talk':
        return true;
    }
  }

  /** While the old words are still being planned, or wait, the new ones count instead. */
  #edit(event: DayEvent, to: Does | undefined, now: number): boolean {
    const { runs } = this;
    const began = runs.version(this.#askedFor.get(event.message ?? ''));
    if (began?.version.planned === true) return false;
    runs.forget(event.message);
    if (began?.version.state === 'running') runs.stop(began.run);
    return to === undefined ? false : this.#decide({ ...event, does: to }, now);
  }

  #unsend({ message = '' }: DayEvent): boolean {
    const { runs } = this;
    const began = runs.version(this.#askedFor.get(message));
    runs.forget(message);
    if (began?.version.state === 'running' && !began.version.planned) {
      runs.stop(began.run);
      runs.beginQueued();
    }
    // Nothing more is known of it, and nothing else follows from it.
    this.#askedFor.delete(message);
    return false;
  }

  #farewell(at: number): boolean {
    if (at < this.#membershipAt) return false;
    this.#membershipAt = at;
    this.unreachable = true;
    this.runs.queue = [];
    this.runs.pending = undefined;
    return false;
  }

  #reached(at: number): void {
    if (at < this.#membershipAt) return;
    this.#membershipAt = at;
    this.unreachable = false;
  }
}
