import { STAGE_NAMES, type RunKey, type StageName, type Workspace } from '@dossier/contracts';
import type { StageEvent } from '@dossier/workspace';
import type { SimulatedProcess } from './simulated-process.ts';
import type { World } from './world.ts';

interface Commit {
  readonly runId: string;
  readonly stage: StageName;
  readonly attempt: number;
  readonly by: string;
}

/** What a process said about an attempt. */
interface Word extends StageEvent {
  readonly by: SimulatedProcess;
  /** The store failed it so often that it had to give the attempt up, whatever had been written. */
  readonly inDoubt: boolean;
}

/** Compares what processes say about their attempts with what the store saw them write. */
export class StageWatch {
  readonly #commits: Commit[] = [];
  readonly #told: Word[] = [];

  constructor(private readonly world: World) {}

  /** A process reports what became of an attempt. */
  observed(event: StageEvent, by: SimulatedProcess): void {
    const { event: what, stage, attempt, reason = '' } = event;
    this.world.note(`${by.name} ${stage} ${what} (attempt ${attempt}) ${reason}`.trimEnd());
    const inDoubt = what === 'stale' && by.troubled;
    this.#told.push({ ...event, by, inDoubt });
    if (inDoubt) this.world.charge('attempt');
  }

  /** The store has taken a write of a workspace. */
  written(before: Workspace | undefined, after: Workspace, by: string): void {
    const { runId, version } = after;
    for (const stage of STAGE_NAMES) {
      const state = after.versions[String(version)]?.stages[stage];
      const token = state?.committedBy;
      const old = before?.versions[String(version)]?.stages[stage]?.committedBy;
      if (state !== undefined && token !== undefined && token !== old) {
        this.#commits.push({ runId, stage, attempt: state.attempts, by });
      }
    }
  }

  /** What does not fit, at the end. */
  breaches(keys: readonly RunKey[], read: (runId: string) => Workspace | undefined): string[] {
    return [...this.#unlearnt(), ...keys.flatMap(({ runId }) => this.#foreign(runId, read(runId)))];
  }

  /** Whoever committed and lived on must have learnt that it did, also if the answer got lost. */
  #unlearnt(): string[] {
    const told = this.#told.filter(({ event }) => event === 'committed' || event === 'stale');
    return this.#commits.flatMap(({ runId, stage, attempt, by }) => {
      const words = told.filter(
        (event) =>
          event.runId === runId &&
          event.stage === stage &&
          event.attempt === attempt &&
          event.by.name === by,
      );
      return words.length === 0 ||
        words.some(({ event, inDoubt }) => event === 'committed' || inDoubt)
        ? []
        : [`${by} threw away ${stage} although it had committed it`];
    });
  }

  /** The attempt that committed is the one that was claimed last. */
  #foreign(runId: string, workspace: Workspace | undefined): string[] {
    const stages = workspace?.versions[String(workspace.version)]?.stages ?? {};
    return this.#told.flatMap(({ event, runId: of, stage, attempt }) => {
      const attempts = stages[stage]?.attempts ?? attempt;
      return event !== 'committed' || of !== runId || attempt === attempts
        ? []
        : [`${stage} was committed by attempt ${attempt} of ${attempts}`];
    });
  }
}
