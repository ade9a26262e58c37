import type { Clock, StageCommand, Timings } from '@dossier/contracts';
import type { CommandPublisher } from './ports.ts';
import { decideSweep } from './transitions/sweep.ts';
import type { WorkspaceStore } from './workspace-store.ts';

/** Workspaces looked at by one sweep: bounded, the rest is due at the next one. */
const SWEEP_LIMIT = 50;

/** What one sweep did. */
export interface SweepResult {
  readonly due: number;
  readonly republished: number;
  /** Workspaces that could not be swept this time; they stay due. */
  readonly failures: readonly unknown[];
}

/**
 * The durable timer: wakes every workspace in which nothing has happened by its `wakeAt`. Safe to run
 * twice at once, since each workspace is decided in a transaction and commands are idempotent.
 */
export class Sweeper {
  readonly #store: WorkspaceStore;
  readonly #publisher: CommandPublisher;
  readonly #clock: Clock;
  readonly #timings: Timings;

  constructor(parts: {
    store: WorkspaceStore;
    publisher: CommandPublisher;
    clock: Clock;
    timings: Timings;
  }) {
    this.#store = parts.store;
    this.#publisher = parts.publisher;
    this.#clock = parts.clock;
    this.#timings = parts.timings;
  }

  /**
   * One pass over what is due. One workspace's failure does not stop the others; `stop` ends the pass
   * between two workspaces.
   */
  async sweep(stop?: AbortSignal): Promise<SweepResult> {
    const due = await this.#store.due(this.#clock.now(), SWEEP_LIMIT);
    let republished = 0;
    const failures: unknown[] = [];
    for (const runId of due) {
      if (stop?.aborted === true) break;
      try {
        const commands = await this.#store.change<readonly StageCommand[]>(runId, (workspace) =>
          decideSweep(workspace, this.#clock.now(), this.#timings),
        );
        for (const command of commands) await this.#publisher.publish(command);
        republished += commands.length;
      } catch (error) {
        failures.push(error);
      }
    }
    return { due: due.length, republished, failures };
  }
}
