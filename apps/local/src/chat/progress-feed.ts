import type { StageName } from '@dossier/contracts';

/** Where a stage stands, as the page shows it. */
export type ProgressStatus = 'started' | 'done' | 'empty' | 'failed' | 'retrying' | 'waiting';

/** One step of one version of a run. */
export interface ProgressEvent {
  readonly runId: string;
  readonly version: number;
  readonly stage: StageName;
  readonly status: ProgressStatus;
  readonly at: Date;
}

/** What pages are told: the report, and since when the stage has been at work. */
export interface StageProgress extends ProgressEvent {
  readonly startedAt: Date;
}

/** A page shows the latest runs only. */
const KEPT_RUNS = 4;

/** What the stages report while they work, for pages that watch; nothing durable depends on it. */
export class ProgressFeed {
  /** By run and version, then by stage; the run that reported last stands last. */
  readonly #runs = new Map<string, Map<StageName, StageProgress>>();
  readonly #listeners = new Set<(progress: StageProgress) => void>();

  /** Tells every open page, and remembers where the latest runs stand. */
  publish(event: ProgressEvent): void {
    const key = `${event.runId}/${event.version}`;
    const stages = this.#runs.get(key) ?? new Map<StageName, StageProgress>();
    const began = event.status === 'started' ? undefined : stages.get(event.stage)?.startedAt;
    const progress = { ...event, startedAt: began ?? event.at };
    this.#runs.delete(key);
    this.#runs.set(key, stages.set(event.stage, progress));
    const [oldest] = this.#runs.keys();
    if (this.#runs.size > KEPT_RUNS && oldest !== undefined) this.#runs.delete(oldest);
    for (const listener of this.#listeners) listener(progress);
  }

  /** The last report of every stage of the latest runs, for a page that has just been opened. */
  latest(): StageProgress[] {
    return [...this.#runs.values()].flatMap((stages) => [...stages.values()]);
  }

  /** Hears what is published from now on. @returns the function that ends it. */
  subscribe(listener: (progress: StageProgress) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }
}
