import type { TimeSource } from './time-source.ts';

/** Something that becomes due; `Infinity` means never. */
export interface Due {
  dueAtMs: number;
  /** Owned by DueTimers: when its heap looks at the item next. `Infinity` = not in the heap. */
  wakeAtMs: number;
}

interface Entry<Item> {
  readonly atMs: number;
  readonly item: Item;
}

/** Below this size a heap full of settled items is not worth rebuilding. */
const SMALL_HEAP = 1024;

/**
 * One timer for any number of due items: a binary heap that is lazy in both directions.
 * Clients extend leases every few seconds, so a later `dueAtMs` costs nothing until the old time
 * comes up. An item set back to `Infinity` stays until then or until settled items fill half the heap.
 */
export class DueTimers<Item extends Due> {
  readonly #time: TimeSource;
  readonly #onDue: (items: Item[]) => void;
  #heap: Entry<Item>[] = [];
  #settled = 0;
  #cancel: (() => void) | undefined;
  #armedForMs = Infinity;
  #stopped = false;

  /** @param onDue gets the items whose `dueAtMs` has passed, in the order of their due times. */
  constructor(time: TimeSource, onDue: (items: Item[]) => void) {
    this.#time = time;
    this.#onDue = onDue;
  }

  /** Call after every change of `dueAtMs` to a real time. */
  watch(item: Item): void {
    if (this.#stopped || item.wakeAtMs <= item.dueAtMs) return;
    item.wakeAtMs = item.dueAtMs;
    this.#push({ atMs: item.dueAtMs, item });
    this.#arm();
  }

  /** The item will never be due again; lets go of it early when many are settled. */
  settle(item: Item): void {
    item.dueAtMs = Infinity;
    if (item.wakeAtMs === Infinity) return;
    this.#settled += 1;
    if (this.#heap.length > SMALL_HEAP && this.#settled * 2 > this.#heap.length) this.#rebuild();
  }

  /** Forgets everything; nothing fires afterwards, whatever is watched later. */
  stop(): void {
    this.#stopped = true;
    this.#cancel?.();
    this.#heap = [];
  }

  #arm(): void {
    const nextMs = this.#heap[0]?.atMs ?? Infinity;
    if (nextMs >= this.#armedForMs) return;
    this.#cancel?.();
    this.#armedForMs = nextMs;
    this.#cancel = this.#time.after(nextMs - this.#time.now(), () => this.#wake());
  }

  #wake(): void {
    this.#armedForMs = Infinity;
    const now = this.#time.now();
    const due: Item[] = [];
    for (let top = this.#heap[0]; top !== undefined && top.atMs <= now; top = this.#heap[0]) {
      this.#pop();
      const { item } = top;
      if (item.wakeAtMs !== top.atMs) continue;
      item.wakeAtMs = Infinity;
      if (item.dueAtMs <= now) due.push(item);
      else if (item.dueAtMs < Infinity) this.watch(item);
      else this.#settled = Math.max(0, this.#settled - 1);
    }
    this.#arm();
    if (due.length > 0) this.#onDue(due);
  }

  #rebuild(): void {
    const live = this.#heap.filter(({ item, atMs }) => {
      const keep = item.dueAtMs < Infinity && item.wakeAtMs === atMs;
      if (!keep && item.wakeAtMs === atMs) item.wakeAtMs = Infinity;
      return keep;
    });
    // An array sorted by time is a valid heap.
    this.#heap = live.sort((a, b) => a.atMs - b.atMs);
    this.#settled = 0;
  }

  #push(entry: Entry<Item>): void {
    const heap = this.#heap;
    let at = heap.push(entry) - 1;
    while (at > 0) {
      const parentAt = (at - 1) >> 1;
      const parent = heap[parentAt];
      if (parent === undefined || parent.atMs <= entry.atMs) break;
      heap[at] = parent;
      at = parentAt;
    }
    heap[at] = entry;
  }

  #pop(): void {
    const heap = this.#heap;
    const last = heap.pop();
    if (last === undefined || heap.length === 0) return;
    let at = 0;
    for (;;) {
      const left = heap[2 * at + 1];
      const right = heap[2 * at + 2];
      if (left === undefined) break;
      const rightIsEarlier = right !== undefined && right.atMs < left.atMs;
      const child = rightIsEarlier ? right : left;
      if (last.atMs <= child.atMs) break;
      heap[at] = child;
      at = 2 * at + (rightIsEarlier ? 2 : 1);
    }
    heap[at] = last;
  }
}
