import type { Firestore } from '@google-cloud/firestore';
import { isEnded, type Workspace } from '@dossier/contracts';
import { eventually } from '../../support/eventually.ts';
import { Chance } from './chance.ts';
import type { DayChat } from './day-chats.ts';
import { nameOf, type Key } from './day-event.ts';
import type { Fate, Gates, HoldPoint } from './gates.ts';

/** A version under way. */
interface Active {
  readonly chat: DayChat;
  readonly key: Key;
  readonly fate: Fate;
  /** Rounds for which it is still held. */
  rounds: number;
}

/** No more are held at once than a stage has room for. */
const MOST_HELD = 80;
const WITHIN_MS = 60_000;

/** What the pushes of the day must have been. */
export interface Told {
  pushes: number;
  cost: number;
}

/** Decides what becomes of each version that the model begins, and waits until the bot has done it. */
export class DayResearch {
  readonly told: Told = { pushes: 0, cost: 0 };
  readonly #active = new Map<string, Active>();
  /** How often each version has begun: one that begins again was resumed. */
  readonly #tries = new Map<string, number>();
  /** LINE's id of the newest card of each version. */
  readonly #cards = new Map<string, string>();

  constructor(
    private readonly parts: {
      readonly seed: number;
      readonly gates: Gates;
      readonly firestore: Firestore;
      readonly deviate: (what: string) => void;
    },
  ) {}

  /** Call it before the event is sent that begins the version (or resumes it). */
  begins(chat: DayChat, key: Key): void {
    const isPlanned = chat.model.runs.version(key)?.version.planned === true;
    this.#active.set(nameOf(key), this.#planned(chat, key, isPlanned));
  }

  /** The version was given up: nobody waits for it any more. */
  stops(key: Key): void {
    this.#active.delete(nameOf(key));
  }

  /** Lets end what is not held any longer, and what waits behind it, until nothing moves. */
  async settle(): Promise<void> {
    for (;;) {
      const ending = [...this.#active.values()].filter(({ rounds }) => rounds <= 0);
      if (ending.length === 0) break;
      // Before the end: the sweep may begin the next one at once.
      const following = ending.map(({ chat }) => this.#following(chat));
      for (const { key } of ending) {
        this.parts.gates.release(key);
      }
      await this.#ended(ending);
      ending.forEach((active, index) => this.#end(active, following[index]));
    }
    await Promise.all([...this.#active.values()].map((active) => this.#held(active)));
  }

  /** A round is over for those that are held. */
  roundEnds(all = false): void {
    for (const active of this.#active.values()) active.rounds = all ? 0 : active.rounds - 1;
  }

  /** What the queue begins next, with its gate. */
  #following(chat: DayChat): Active | undefined {
    const { next } = chat.model.runs;
    return next && this.#planned(chat, next.key, next.isPlanned);
  }

  #planned(chat: DayChat, key: Key, isPlanned: boolean): Active {
    const active = { chat, key, ...this.#fateOf(key, isPlanned) };
    this.#tries.set(nameOf(key), (this.#tries.get(nameOf(key)) ?? 0) + 1);
    this.parts.gates.plan(key, active.fate);
    return active;
  }

  #end({ chat, key, fate }: Active, following: Active | undefined): void {
    this.#active.delete(nameOf(key));
    const { model, script } = chat;
    const version = model.runs.version(key)?.version;
    if (version === undefined) throw new Error(`${nameOf(key)} is unknown to the model`);
    version.state = fate.fails ? 'failed' : 'done';
    version.planned = !fate.fails;
    // LINE takes a push to somebody who blocked the bot, and refuses one to a group that it is not in.
    const isRefused = script.away && script.place.isGroup;
    version.told = model.unreachable || isRefused ? 'undelivered' : 'pushed';
    const card = this.#cards.get(nameOf(key));
    if (version.told === 'pushed' && card !== undefined) version.card = card;
    if (version.told === 'pushed') {
      this.told.pushes += 1;
      this.told.cost += script.away ? 0 : chat.size;
    }
    if (model.beginNext() !== undefined && following !== undefined) {
      this.#active.set(nameOf(following.key), following);
    }
  }

  async #held({ chat, key, fate }: Active): Promise<void> {
    const late = eventually(`${nameOf(key)} is held`, () => false, {
      withinMs: WITHIN_MS,
      everyMs: 500,
    });
    await Promise.race([this.parts.gates.reached(key), late]);
    late.catch(() => undefined);
    const version = chat.model.runs.version(key)?.version;
    if (version !== undefined && fate.holdAt === 'search') version.planned = true;
  }

  /** Waits for the ends of versions; one that ended in another way than it must is a deviation. */
  async #ended(all: readonly Active[]): Promise<void> {
    const { firestore, deviate } = this.parts;
    let open = all;
    await eventually(
      `the ends of ${all.length} versions`,
      async () => {
        const documents = open.map(({ key }) => firestore.doc(`workspaces/${key.runId}`));
        const found = await firestore.getAll(...documents);
        open = open.filter(({ key }, index) => {
          // Only WorkspaceStore writes these documents.
          const workspace = found[index]?.data() as Workspace | undefined;
          const version = workspace?.versions[String(key.version)];
          const [card] = version?.told?.status === 'sent' ? version.told.messageIds : [];
          if (card !== undefined) this.#cards.set(nameOf(key), card);
          return (
            version === undefined || !isEnded(version.status) || workspace?.wakeAt !== undefined
          );
        });
        return open.length === 0;
      },
      { withinMs: WITHIN_MS, everyMs: 25 },
    ).catch((error: unknown) => {
      deviate(`${String(error)}: ${open.map(({ key }) => nameOf(key)).join(', ')}`);
    });
  }

  /** The same for the same key, seed and try. */
  #fateOf(key: Key, isPlanned: boolean): { fate: Fate; rounds: number } {
    const tries = this.#tries.get(nameOf(key)) ?? 0;
    const run = parseInt(key.runId.slice(0, 8), 16);
    const chance = new Chance(this.parts.seed ^ run ^ (key.version + 1_000 * tries));
    const fails = chance.happens(tries > 0 ? 0.3 : 0.08) && !isPlanned;
    const holdAt = chance.weighted<HoldPoint | undefined>([
      [50, undefined],
      [28, 'plan'],
      [22, 'search'],
    ]);
    const rounds = chance.whole(1, 4);
    const isHeld = holdAt !== undefined && !isPlanned && !(fails && holdAt === 'search');
    if (!isHeld || this.#active.size >= MOST_HELD) return { fate: { fails }, rounds: 0 };
    return { fate: { fails, holdAt }, rounds };
  }
}
