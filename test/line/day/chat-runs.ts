import { runIdOf } from '@dossier/contracts';
import { mayChange, newestOf, type Asked, type Run, type Version } from './chat-state.ts';
import type { DayEvent, Does, Key, Wish } from './day-event.ts';

/** The longest queue, and how long a choice stays open: told to people, so the model says it too. */
const LONGEST_QUEUE = 3;
const CHOICE_MS = 24 * 60 * 60 * 1_000;

/** What people of one chat have asked for, and what became of it. */
export class ChatRuns {
  readonly all = new Map<string, Run>();
  queue: Asked[] = [];
  pending: Asked | undefined;
  /** The run that is spoken of. */
  current: Run | undefined;
  /** Versions that began (or go on), and that were given up, since somebody last emptied the lists. */
  readonly begun: Key[] = [];
  readonly cancelled: Key[] = [];

  /** The version under way, if any. */
  get running(): Run | undefined {
    return [...this.all.values()].find((run) => newestOf(run).state === 'running');
  }

  /** The version that begins next, when what is under way has ended. */
  get next(): { readonly key: Key; readonly isPlanned: boolean } | undefined {
    const [head] = this.queue;
    if (head === undefined) return undefined;
    const { id, further } = head;
    const version = (further?.run.versions.length ?? 0) + 1;
    const key = { runId: further?.run.id ?? id, version };
    return { key, isPlanned: isPlannedAlready(further?.wish) };
  }

  version(key: Key | undefined): { run: Run; version: Version } | undefined {
    const run = key && this.all.get(key.runId);
    const version = key && run?.versions[key.version - 1];
    return run && version && { run, version };
  }

  /** What the event asks for, as something new. */
  askedBy({ id, by, message }: DayEvent, now: number): Asked {
    return {
      id: runIdOf(id),
      at: now,
      ...(by !== undefined && { owner: by }),
      ...(message !== undefined && { message }),
    };
  }

  ask(asked: Asked): void {
    if (this.queue.length > 0) this.#enqueue(asked);
    else if (this.running === undefined) this.#begin(asked);
    else this.pending = asked;
  }

  followUp(asked: Asked, wish: Wish, named: Key | undefined): void {
    const run = this.#named(named);
    if (run === undefined || !mayChange(run.owner, asked.owner)) return;
    const hasReport = run.versions.some(({ state }) => state === 'done');
    if (newestOf(run).state === 'running' || !hasReport || wish === 'missing-chapter') return;
    this.ask({ ...asked, further: { run, wish } });
  }

  cancel(by: string | undefined, named: Key | undefined): void {
    const run = named === undefined ? (this.running ?? this.current) : this.#named(named);
    // With nothing to cancel, the words can only mean what waits for a choice.
    if (run === undefined && named === undefined) this.pending = undefined;
    if (run === undefined || !mayChange(run.owner, by) || !isNewest(run, named)) return;
    if (newestOf(run).state !== 'running') return;
    this.stop(run);
    this.beginQueued();
  }

  retry(by: string | undefined, named: Key | undefined): void {
    const run = this.#named(named);
    if (run === undefined || !mayChange(run.owner, by) || !isNewest(run, named)) return;
    const version = newestOf(run);
    if (this.running !== undefined || version.state !== 'failed') return;
    version.state = 'running';
    delete version.told;
    delete version.card;
    this.current = run;
    this.begun.push({ runId: run.id, version: version.number });
  }

  choose(does: Extract<Does, { kind: 'choose' }>, by: string | undefined, now: number): void {
    const asked = this.pending;
    if (asked === undefined || asked.id !== does.pending || now - asked.at > CHOICE_MS) return;
    if (!mayChange(asked.owner, by)) return;
    const owner = asked.owner ?? by;
    const known: Asked = { ...asked, at: now, ...(owner !== undefined && { owner }) };
    const { running } = this;
    if (does.act === 'cancel-first' && running !== undefined) {
      if (!mayChange(running.owner, by)) return;
      this.stop(running);
      this.#begin(known);
      return;
    }
    // A full queue refuses, and the choice stays open.
    if (does.act !== 'wait' && this.queue.length >= LONGEST_QUEUE) return;
    this.pending = undefined;
    if (does.act === 'queue') this.#enqueue(known);
    if (does.act === 'research' || does.act === 'cancel-first') this.ask(known);
  }

  /** The newest version of a run is given up. */
  stop(run: Run): void {
    newestOf(run).state = 'cancelled';
    this.cancelled.push({ runId: run.id, version: run.versions.length });
  }

  /** What stands first in the queue begins, when nothing is under way. */
  beginQueued(): Key | undefined {
    const head = this.running === undefined ? this.queue.shift() : undefined;
    return head && this.#begin(head);
  }

  /** Nobody asks for what stood in a message any more. */
  forget(message: string | undefined): void {
    if (this.pending?.message === message) this.pending = undefined;
    this.queue = this.queue.filter((asked) => asked.message !== message);
  }

  /** Ends that nobody here has heard of. */
  undelivered(): Version[] {
    return [...this.all.values()].flatMap(({ versions }) =>
      versions.filter(({ told }) => told === 'undelivered'),
    );
  }

  #named(named: Key | undefined): Run | undefined {
    return named === undefined ? this.current : this.all.get(named.runId);
  }

  #enqueue(asked: Asked): void {
    if (this.queue.length >= LONGEST_QUEUE) return;
    this.pending = undefined;
    if (this.queue.length === 0 && this.running === undefined) this.#begin(asked);
    else this.queue.push(asked);
  }

  #begin({ id, owner, message, further }: Asked): Key {
    this.pending = undefined;
    const run = further?.run ?? { id, versions: [], ...(owner !== undefined && { owner }) };
    const number = run.versions.length + 1;
    const key = { runId: run.id, version: number };
    run.versions.push({
      ...{ number, state: 'running', planned: isPlannedAlready(further?.wish) },
      ...(message !== undefined && { message }),
    });
    this.all.set(run.id, run);
    this.current = run;
    this.begun.push(key);
    return key;
  }
}

function isNewest({ versions }: Run, named: Key | undefined): boolean {
  return named === undefined || named.version === versions.length;
}

/** Who only wants other words, or another address, needs no new plan. */
function isPlannedAlready(wish: Wish | undefined): boolean {
  return wish === 'rewrite' || wish === 'republish';
}
