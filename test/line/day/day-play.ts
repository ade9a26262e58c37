import { Chance } from './chance.ts';
import type { DayChat } from './day-chats.ts';
import { dayChats } from './day-chats.ts';
import type { DayEvent } from './day-event.ts';
import { DayResearch } from './day-research.ts';
import type { DayWorld } from './day-world.kit.ts';
import { EventMaker } from './event-maker.ts';
import { ReplyWatch } from './reply-watch.ts';
import { sendBodies, type Body } from './send-bodies.ts';
import { eventually } from '../../support/eventually.ts';

const MINUTE = 60_000;
const DAY_MS = 24 * 60 * MINUTE;
const EVENTS_A_ROUND = 48;
/** Shares of all events; of being blocked, thrown out or welcomed for `LOST`. */
const DUPLICATE = 0.05;
const LATE = 0.01;
/** Of welcomes: what waits for one is handed over, unless the answer comes too late. */
const LATE_WELCOME = 0.1;
const TWIN = 0.01;
const LOST = 0.15;
/** How long after its webhook an event can still be answered when it is delivered again. */
const TOKEN_MS = 20 * MINUTE;
const REPLIES_WITHIN_MS = 20_000;

/** One arrival of an event. */
interface Arrival {
  readonly chat: DayChat;
  readonly event: DayEvent;
  readonly again: boolean;
}

export interface DayPlan {
  readonly seed: number;
  readonly events: number;
  readonly chats: number;
}

/** Plays a day: rounds of events, at most one for each chat in a round, so that their order is certain. */
export class DayPlay {
  /** Differences between the model and the bot, in words. */
  readonly deviations: string[] = [];
  readonly chats: readonly DayChat[];
  readonly research: DayResearch;
  readonly replies: ReplyWatch;
  /** Events that LINE had answered, by the model. */
  answered = 0;
  duplicates = 0;
  late = 0;
  bodiesSentAgain = 0;
  #made = 0;
  #round = 0;
  readonly #due: { readonly round: number; readonly arrival: Arrival }[] = [];
  readonly #chance: Chance;
  readonly #maker: EventMaker;

  constructor(
    private readonly world: DayWorld,
    private readonly plan: DayPlan,
  ) {
    this.#chance = new Chance(plan.seed);
    this.#maker = new EventMaker(plan.seed);
    this.chats = dayChats(plan.chats, { chance: this.#chance, maker: this.#maker });
    for (const { id, size } of this.chats) world.line.audience.groupSizes.set(id, size);
    this.replies = new ReplyWatch(world.line);
    const { gates, firestore } = world;
    const deviate = (what: string): void => this.#deviate(what);
    this.research = new DayResearch({ seed: plan.seed, gates, firestore, deviate });
  }

  /** Plays until the last event has had its effect. */
  async play(): Promise<void> {
    const rounds = Math.ceil(this.plan.events / EVENTS_A_ROUND);
    for (let round = 0; round < rounds || this.#due.length > 0; round += 1) {
      this.world.clock.jump(this.#stepMs(rounds));
      await this.#playRound();
    }
    this.research.roundEnds(true);
    await this.research.settle();
  }

  /** Half of the steps are some minutes, the others fill the day. */
  #stepMs(rounds: number): number {
    const short = this.#chance.whole(1, 6) * MINUTE;
    const long = Math.floor(DAY_MS / MINUTE / (rounds / 2)) * MINUTE;
    return this.#chance.happens(0.5) ? short : long;
  }

  async #playRound(): Promise<void> {
    this.#round += 1;
    const arrivals = this.#arrivals();
    const answerable = arrivals.flatMap((arrival) => this.#expect(arrival));
    const bodies = this.#bodies(arrivals);
    this.bodiesSentAgain += await sendBodies(this.world.line, bodies);
    await this.#heard(answerable);
    await this.research.settle();
    this.research.roundEnds();
    this.#checkTokens(arrivals, answerable);
  }

  /** Late ones first; then new ones, of chats that have none yet in this round. */
  #arrivals(): Arrival[] {
    const arrivals: Arrival[] = [];
    const busy = new Set<DayChat>();
    const take = (arrival: Arrival): void => {
      busy.add(arrival.chat);
      arrivals.push(arrival);
    };
    for (const each of [...this.#due]) {
      if (each.round > this.#round || busy.has(each.arrival.chat)) continue;
      this.#due.splice(this.#due.indexOf(each), 1);
      take(each.arrival);
    }
    for (const chat of this.#chance.shuffled(this.chats)) {
      if (this.#made >= this.plan.events || arrivals.length >= EVENTS_A_ROUND) break;
      if (busy.has(chat)) continue;
      const arrival = this.#newArrival(chat);
      if (arrival !== undefined) take(arrival);
    }
    return arrivals;
  }

  /** Something happens in a chat. Undefined when the bot does not hear of it yet. */
  #newArrival(chat: DayChat): Arrival | undefined {
    const chance = this.#chance;
    const event = chat.script.next(this.world.clock.now().getTime());
    this.#made += 1;
    this.#happens(chat, event);
    const isMembership = event.does.kind === 'farewell' || event.does.kind === 'welcome';
    if (isMembership && chance.happens(LOST)) return undefined;
    const arrival = { chat, event, again: false };
    if (chance.happens(event.does.kind === 'welcome' ? LATE_WELCOME : LATE)) {
      this.late += 1;
      const delay = chance.happens(0.5) ? chance.whole(1, 3) : chance.whole(4, 30);
      this.#due.push({ round: this.#round + delay, arrival: { ...arrival, again: true } });
      // Half of them did arrive the first time: LINE only did not hear the answer.
      if (chance.happens(0.5)) return undefined;
    } else if (
      event.message !== undefined &&
      event.does.kind !== 'unsend' &&
      chance.happens(TWIN)
    ) {
      const twin = this.#maker.twin(event);
      this.#due.push({ round: this.#round + 1, arrival: { ...arrival, event: twin } });
    }
    return arrival;
  }

  /** What is true of people, whether or not the bot hears of it. */
  #happens({ id, script }: DayChat, { does }: DayEvent): void {
    const { blocked, unknown } = this.world.line.audience;
    const gone = script.place.isGroup ? unknown : blocked;
    if (does.kind === 'farewell') {
      gone.add(id);
      script.away = true;
    }
    if (does.kind === 'welcome') {
      gone.delete(id);
      script.away = false;
    }
  }

  /** @returns the arrival when it must be answered. */
  #expect(arrival: Arrival): Arrival[] {
    const { chat, event, again } = arrival;
    const now = this.world.clock.now().getTime();
    const tokenGood = !again || now - event.at <= TOKEN_MS;
    const { replies, begun, cancelled } = chat.model.take(event, now, tokenGood);
    for (const key of cancelled) this.research.stops(key);
    for (const key of begun) this.research.begins(chat, key);
    if (!replies) return [];
    this.answered += 1;
    return [arrival];
  }

  /** One to five events in a body; some of them twice, in one body or in two at once. */
  #bodies(arrivals: readonly Arrival[]): Body[] {
    const chance = this.#chance;
    const left = chance.shuffled(arrivals);
    const bodies: Body[] = [];
    while (left.length > 0) {
      const taken = left.splice(0, chance.whole(1, 5));
      const events = taken.map(({ event, again }) =>
        again ? { ...event.json, deliveryContext: { isRedelivery: true } } : event.json,
      );
      const twice = events.filter(() => chance.happens(DUPLICATE));
      this.duplicates += twice.length;
      if (chance.happens(0.5)) bodies.push([...events, ...twice]);
      else bodies.push(events, ...(twice.length > 0 ? [twice] : []));
    }
    return bodies;
  }

  /** An answer may come a little after the 2xx. */
  async #heard(answerable: readonly Arrival[]): Promise<void> {
    const missing = (): Arrival[] => {
      this.replies.look();
      return answerable.filter(({ event }) => !this.replies.accepted.has(event.replyToken ?? ''));
    };
    await eventually('the replies of a round', () => missing().length === 0, {
      withinMs: REPLIES_WITHIN_MS,
    }).catch(() => {
      for (const { event, again } of missing())
        this.#deviate(`no answer: ${wordsOf(event, again)}`);
    });
  }

  /** Nothing was answered that must not be, and no token was used twice. */
  #checkTokens(arrivals: readonly Arrival[], answerable: readonly Arrival[]): void {
    this.replies.look();
    for (const arrival of arrivals) {
      const { event, again } = arrival;
      const token = event.replyToken ?? '';
      const isNew = !this.#answeredTokens.has(token);
      const accepted = this.replies.accepted.has(token);
      if (isNew && accepted && !answerable.includes(arrival)) {
        this.#deviate(`answered: ${wordsOf(event, again)}`);
      }
      if (accepted) this.#answeredTokens.add(token);
      const requests = this.replies.requests.get(token) ?? 0;
      if (requests > 1) this.#deviate(`token used ${requests} times: ${wordsOf(event, again)}`);
    }
  }
  readonly #answeredTokens = new Set<string>();

  #deviate(what: string): void {
    this.deviations.push(`round ${this.#round}: ${what}`);
  }
}

function wordsOf({ chat, by, does, json }: DayEvent, again: boolean): string {
  return `${JSON.stringify({ chat, by, again, does })} ${JSON.stringify(json)}`;
}
