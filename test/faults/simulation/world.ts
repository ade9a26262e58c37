import { setImmediate } from 'node:timers';
import { TIMING_PROFILES, type Timings } from '@dossier/contracts';
import type { Disturbance, Schedule } from './schedule.ts';

interface Event {
  readonly at: number;
  readonly order: number;
  readonly run: () => void | Promise<void>;
}

/** What the faults of a schedule have cost so far: it excuses repetitions, and nothing else does. */
export interface Damage {
  /** Attempts that may have been cut off. */
  attempts: number;
  /** Commands that may have got lost, so that the sweep had to ask again. */
  commands: number;
}

/** What a fault costs whoever it strikes. */
export type Cost = 'nothing' | 'command' | 'attempt';

/**
 * A stage survives fewer lost attempts than Pub/Sub delivers: beyond them the right end is a dead
 * letter, and the end could not be compared with the undisturbed run's any more.
 */
const MAX_LOST_ATTEMPTS = 8;

/**
 * One simulated world: it owns time, chance and the order of everything that happens. Product code
 * runs for real between two events; it waits only for promises that the world settles.
 */
export class World {
  readonly timings: Timings;
  readonly gentle: boolean;
  readonly damage: Damage = { attempts: 0, commands: 0 };
  /** What happened, line by line: equal for equal schedules. */
  readonly trace: string[] = [];
  /** Breaches that were seen while it happened. */
  readonly breaches: string[] = [];
  #now = Date.parse('2026-12-01T00:00:00.000Z');
  #order = 0;
  #operations = 0;
  readonly #events: Event[] = [];
  readonly #seed: number;
  readonly #disturbances: ReadonlyMap<number, Disturbance>;

  constructor({ seed, profile, gentle, disturbances }: Schedule) {
    this.#seed = seed;
    this.timings = TIMING_PROFILES[profile];
    this.gentle = gentle;
    this.#disturbances = new Map(disturbances.map((each) => [each.at, each]));
  }

  /** Milliseconds since the epoch. */
  get now(): number {
    return this.#now;
  }

  get operations(): number {
    return this.#operations;
  }

  /** Lets something happen after `ms` milliseconds. */
  after(ms: number, run: Event['run']): void {
    const event = { at: this.#now + Math.max(0, Math.ceil(ms)), order: this.#order++, run };
    const before = this.#events.findLastIndex(({ at }) => at <= event.at);
    this.#events.splice(before + 1, 0, event);
  }

  /** Lets the next thing happen, with all code that goes on because of it. @returns false at the end of time. */
  async step(): Promise<boolean> {
    const event = this.#events.shift();
    if (event === undefined) return false;
    this.#now = event.at;
    await event.run();
    // Microtasks end before the next immediate: nothing is under way any more but waiting for the world.
    await new Promise((resolve) => setImmediate(resolve));
    return true;
  }

  /** Counts an operation and says what goes wrong with it, if anything. */
  begin(who: string, what: string): { number: number; disturbance: Disturbance | undefined } {
    const number = this.#operations++;
    this.note(`#${number} ${who} ${what}`);
    return { number, disturbance: this.#disturbances.get(number) };
  }

  /** Whether a fault of this cost may still happen in this world. */
  allows(cost: Cost): boolean {
    return cost !== 'attempt' || (!this.gentle && this.damage.attempts < MAX_LOST_ATTEMPTS);
  }

  /** Counts what a fault costs. */
  charge(cost: Cost): void {
    if (cost === 'attempt') this.damage.attempts += 1;
    if (cost !== 'nothing') this.damage.commands += 1;
  }

  /** A number from 0 up to 1 that depends on the seed and `key` alone. */
  random(key: string | number): number {
    let state = this.#seed ^ 0x9e3779b9;
    for (const character of String(key)) {
      state = Math.imul(state ^ (character.codePointAt(0) ?? 0), 0x01000193);
      state ^= state >>> 15;
    }
    state = Math.imul(state ^ (state >>> 16), 0x85ebca6b);
    state = Math.imul(state ^ (state >>> 13), 0xc2b2ae35);
    return ((state ^ (state >>> 16)) >>> 0) / 2 ** 32;
  }

  note(line: string): void {
    this.trace.push(`${((this.#now % 86_400_000) / 1_000).toFixed(3)} ${line}`);
  }

  breach(line: string): void {
    this.note(`BREACH ${line}`);
    this.breaches.push(line);
  }
}
