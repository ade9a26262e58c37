import { topologyOf, type StageTopology } from '@dossier/contracts';
import type { SimulatedProcess } from './simulated-process.ts';
import type { World } from './world.ts';

/** A published message. */
export interface PublishedMessage {
  readonly id: string;
  readonly topic: string;
  readonly data: Uint8Array;
  readonly attributes: Readonly<Record<string, string>>;
}

/** One message on its way to one subscription. A faulty publish or delivery makes several of one message. */
interface Copy {
  readonly message: PublishedMessage;
  readonly backlog: Backlog;
  attempts: number;
  /** The delivery that may settle it. */
  delivery: object | undefined;
  done: boolean;
}

/** A delivery as a stream gets it. */
export interface Handed {
  readonly message: PublishedMessage;
  readonly attempt: number;
  settle(acked: boolean): void;
}

/** A process's open pull of a subscription. */
export interface Stream {
  readonly process: SimulatedProcess;
  /** How long the client keeps a delivery in work from being given to somebody else. */
  readonly maxExtensionMs: number;
  hand(delivery: Handed): void;
}

interface Backlog {
  readonly subscription: string;
  readonly settings:
    | Pick<
        StageTopology,
        | 'ackDeadlineMs'
        | 'minBackoffMs'
        | 'maxBackoffMs'
        | 'maxDeliveryAttempts'
        | 'deadLetterTopic'
      >
    | undefined;
  readonly streams: Stream[];
  /** Copies that nobody takes at the moment. */
  readonly waiting: Copy[];
  open: number;
}

/** `given away`: to another worker, while the first still has it. Pub/Sub may do so at any time. */
const FAULTS = ['late', 'copied', 'given away'] as const;

export interface PubSubOptions {
  /** Gives every message away once. */
  readonly impatient: boolean;
  /** A delivery is settled for good. */
  readonly onAck: (message: PublishedMessage) => void;
}

/**
 * Pub/Sub: every message reaches its subscription at least once, late, several times or in another
 * order as chance and the schedule have it, until a delivery is acked in time or attempts run out.
 */
export class PubSubServer {
  /** Everything that was ever published, by topic. */
  readonly published: PublishedMessage[] = [];
  readonly #backlogs = new Map<string, Backlog>();
  readonly #byTopic = new Map<string, Backlog>();
  readonly #world: World;
  readonly #options: PubSubOptions;

  constructor(world: World, options: PubSubOptions) {
    this.#world = world;
    this.#options = options;
    for (const stage of topologyOf(world.timings)) {
      this.#add(stage.topic, stage.subscription, stage);
      this.#add(stage.deadLetterTopic, stage.deadLetterSubscription, undefined);
    }
  }

  /** Messages that somebody subscribes to and that are not settled yet. */
  get unsettled(): number {
    const listened = [...this.#backlogs.values()].filter(({ streams }) => streams.length > 0);
    return listened.reduce((sum, { open }) => sum + open, 0);
  }

  publish(message: Omit<PublishedMessage, 'id'>, copies: number): string {
    const id = `m${this.published.length + 1}`;
    const whole = { ...message, id };
    this.published.push(whole);
    const backlog = this.#byTopic.get(message.topic);
    if (backlog === undefined) throw new Error(`no topic ${message.topic}`);
    for (let copy = 0; copy < copies; copy += 1) {
      this.#offer(this.#copyOf(whole, backlog), this.#world.random(`${id} ${copy}`) * 300);
    }
    return id;
  }

  attach(subscription: string, stream: Stream): void {
    const backlog = this.#backlogs.get(subscription);
    if (backlog === undefined) throw new Error(`no subscription ${subscription}`);
    backlog.streams.push(stream);
    for (const copy of backlog.waiting.splice(0)) this.#offer(copy, 1);
  }

  #add(topic: string, subscription: string, settings: StageTopology | undefined): void {
    const backlog: Backlog = { subscription, settings, streams: [], waiting: [], open: 0 };
    this.#backlogs.set(subscription, backlog);
    this.#byTopic.set(topic, backlog);
  }

  #copyOf(message: PublishedMessage, backlog: Backlog): Copy {
    backlog.open += 1;
    return { message, backlog, attempts: 0, delivery: undefined, done: false };
  }

  #offer(copy: Copy, delayMs: number): void {
    this.#world.after(delayMs, () => this.#deliver(copy));
  }

  #deliver(copy: Copy): void {
    const { backlog, message } = copy;
    if (copy.done || copy.delivery !== undefined) return;
    const streams = backlog.streams.filter(({ process }) => process.alive);
    if (streams.length === 0) return void backlog.waiting.push(copy);
    const limit = backlog.settings?.maxDeliveryAttempts ?? Infinity;
    if (copy.attempts >= limit) return this.#bury(copy);
    copy.attempts += 1;
    const { number, disturbance } = this.#world.begin(
      'Pub/Sub',
      `delivers ${message.id} to ${backlog.subscription} (${copy.attempts})`,
    );
    const stream = streams[Math.floor(this.#world.random(`stream ${number}`) * streams.length)];
    if (stream === undefined) throw new Error('chance left its range');
    const { strength = 0, what } = disturbance ?? {};
    const usual = this.#options.impatient && copy.attempts === 1 ? 'given away' : undefined;
    const fault = what === undefined ? usual : FAULTS[what % FAULTS.length];
    if (fault !== undefined) this.#world.note(`#${number} ! ${fault}`);
    const leaseMs = this.#world.timings.stages.plan.leaseTtlMs;
    if (fault === 'copied') {
      for (let more = 0; more <= strength / 2; more += 1) {
        this.#offer(this.#copyOf(message, backlog), more * leaseMs * 0.3);
      }
    }
    // Late also means: behind messages that were published after it.
    if (fault === 'late') this.#world.charge('command');
    const delivery = this.#hand(copy, stream, fault === 'late' ? strength * leaseMs * 0.4 : 1);
    if (fault === 'given away') {
      const heldMs = 1 + this.#world.random(`held ${number}`) * leaseMs;
      this.#world.after(heldMs, () => this.#takeBack(copy, delivery, 1));
    }
  }

  #hand(copy: Copy, stream: Stream, delay: number): object {
    const delivery = {};
    copy.delivery = delivery;
    const settle = (acked: boolean): void => {
      if (copy.done || copy.delivery !== delivery) return;
      copy.delivery = undefined;
      if (acked) {
        this.#options.onAck(copy.message);
        this.#close(copy);
      } else this.#offer(copy, this.#backOff(copy));
    };
    stream.process.later(delay, () =>
      stream.hand({ message: copy.message, attempt: copy.attempts, settle }),
    );
    this.#watch(copy, delivery, stream, this.#world.now + stream.maxExtensionMs);
    return delivery;
  }

  /** From now on the delivery settles nothing any more. */
  #takeBack(copy: Copy, delivery: object, againMs: number): void {
    if (copy.done || copy.delivery !== delivery) return;
    copy.delivery = undefined;
    this.#offer(copy, againMs);
  }

  /** Gives a delivery to somebody else once its process does not extend its deadline any more. */
  #watch(copy: Copy, delivery: object, stream: Stream, giveUpAt: number): void {
    const { ackDeadlineMs } = copy.backlog.settings ?? { ackDeadlineMs: 10_000 };
    this.#world.after(ackDeadlineMs, () => {
      if (copy.done || copy.delivery !== delivery) return;
      const { process } = stream;
      if (process.alive && !process.paused && this.#world.now < giveUpAt) {
        return this.#watch(copy, delivery, stream, giveUpAt);
      }
      this.#takeBack(copy, delivery, this.#backOff(copy));
    });
  }

  #backOff({ attempts, backlog: { settings } }: Copy): number {
    if (settings === undefined) return 100;
    return Math.min(settings.minBackoffMs * 2 ** (attempts - 1), settings.maxBackoffMs);
  }

  #bury(copy: Copy): void {
    const { message, backlog } = copy;
    this.#close(copy);
    const attributes = {
      ...message.attributes,
      CloudPubSubDeadLetterSourceSubscription: backlog.subscription,
      CloudPubSubDeadLetterSourceDeliveryCount: String(copy.attempts),
    };
    this.#world.note(`Pub/Sub buries ${message.id}`);
    this.publish({ ...message, attributes, topic: backlog.settings?.deadLetterTopic ?? '' }, 1);
  }

  #close(copy: Copy): void {
    copy.done = true;
    copy.backlog.open -= 1;
  }
}
