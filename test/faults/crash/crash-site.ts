import { setTimeout as wait } from 'node:timers/promises';
import type { Aim, FromWorker } from './worker-messages.ts';

/** How long runs at their points wait for others that do not come: a busy machine brings them late. */
const PATIENCE_MS = 10_000;

export type Tell = (message: FromWorker) => Promise<void>;

/**
 * Where a worker process dies. Runs are aimed at points; one that reaches its point stops there, and
 * when all have stopped the process kills itself: the death of many runs for the price of one process.
 */
export class CrashSite {
  readonly #tell: Tell;
  readonly #record: boolean;
  readonly #aims = new Map<string, string>();
  /** Runs at their points, with what is still to be done in the very moment of death. */
  readonly #arrived = new Map<string, () => void>();
  readonly #times = new Map<string, number>();
  readonly #renewals = new Map<string, PromiseWithResolvers<void>>();
  #arrivals = 0;

  constructor(tell: Tell, { aims, record }: { aims: readonly Aim[]; record: boolean }) {
    this.#tell = tell;
    this.#record = record;
    this.aim(aims);
  }

  /** Adds runs to die of. */
  aim(aims: readonly Aim[]): void {
    for (const { runId, point } of aims) this.#aims.set(runId, point);
  }

  /** The run has ended: nobody waits for it any more, unless it stands at its point already. */
  forget(runId: string): void {
    if (this.#arrived.has(runId)) return;
    this.#aims.delete(runId);
    void this.#tell({ kind: 'forgotten', runId });
    this.#strikeIfAllArrived();
  }

  /**
   * A run is at a point. Resolves when it may go on, and never when this is where it dies; `last` is
   * then done right before the end (for what cannot wait, once begun).
   */
  async reach(runId: string, place: string, what: string, last = (): void => {}): Promise<void> {
    const point = `${place}.${what}`;
    if (this.#record) void this.#tell({ kind: 'reached', runId, point });
    if (this.#isAim(runId, point)) {
      this.#arrived.set(runId, last);
      this.#strikeIfAllArrived();
      return new Promise(() => {});
    }
    last();
    if (what === 'renew.written') this.#renewalOf(runId, place).resolve();
    if (this.#lingers(runId, place, what)) await this.#renewalOf(runId, place).promise;
  }

  /**
   * True while a sweep should leave the run alone: a sweep that stops at a point keeps all other runs
   * waiting, so it does that only when nobody else is missing.
   */
  isPostponed(runId: string): boolean {
    const others = [...this.#aims.keys()].filter((id) => id !== runId);
    const isAimed = this.#aims.get(runId)?.startsWith('sweep.') ?? false;
    return isAimed && !others.every((id) => this.#arrived.has(id));
  }

  #isAim(runId: string, point: string): boolean {
    const key = `${runId} ${point}`;
    const times = (this.#times.get(key) ?? 0) + 1;
    this.#times.set(key, times);
    return this.#aims.get(runId) === (times === 1 ? point : `${point}#${times}`);
  }

  /** A stage that is done within moments renews no lease: it waits for that, when that is the point. */
  #lingers(runId: string, place: string, what: string): boolean {
    const wanted = this.#record || (this.#aims.get(runId)?.startsWith(`${place}.renew.`) ?? false);
    return wanted && /^(?:read|ask|store)\[/.test(what) && what.endsWith('.before');
  }

  #renewalOf(runId: string, place: string): PromiseWithResolvers<void> {
    const key = `${runId} ${place}`;
    const known = this.#renewals.get(key);
    if (known !== undefined) return known;
    const renewal = Promise.withResolvers<void>();
    this.#renewals.set(key, renewal);
    return renewal;
  }

  #strikeIfAllArrived(): void {
    if (this.#arrived.size === 0) return;
    this.#arrivals += 1;
    const arrivals = this.#arrivals;
    if ([...this.#aims.keys()].every((runId) => this.#arrived.has(runId))) {
      void this.#strike();
      return;
    }
    void wait(PATIENCE_MS).then(() => {
      if (this.#arrivals === arrivals && this.#arrived.size > 0) void this.#strike();
    });
  }

  async #strike(): Promise<void> {
    await this.#tell({ kind: 'striking', runIds: [...this.#arrived.keys()] });
    for (const last of this.#arrived.values()) last();
    process.kill(process.pid, 'SIGKILL');
  }
}
