import {
  NO_USAGE,
  commandFor,
  runIdOf,
  TIMING_PROFILES,
  type StageCommand,
  type StageName,
  type VersionState,
  type Workspace,
} from '@dossier/contracts';
import { decideClaim } from './claim.ts';
import { newVersion, withOutboxEntry, withVersion, withWakeAt } from './change.ts';
import { openRun } from './open-run.ts';
import { decideCommit, decideFail } from './settle.ts';

/** Instants and timings that the specs of this folder share. */
export const T0 = new Date('2026-12-01T00:00:00.000Z');
export const timings = TIMING_PROFILES.test;
export const key = { runId: runIdOf('01HEVENT'), version: 1 };
export const after = (ms: number): Date => new Date(T0.getTime() + ms);

/** Builds a workspace by playing the protocol from the start. */
export class WorkspaceBuilder {
  #workspace: Workspace;

  constructor() {
    this.#workspace = written(
      openRun(
        {
          runId: key.runId,
          requester: { conversationId: 'user:U1', to: 'U1' },
          request: {
            kind: 'new',
            question: '地熱發電的成本是多少',
            reportLanguage: 'zh-TW',
            searchLanguages: ['zh-TW'],
          },
        },
        T0,
        timings,
      ).workspace,
    );
  }

  /** Finishes stages in order. */
  done(...stages: readonly StageName[]): this {
    for (const stage of stages) {
      const token = `${stage}-token`;
      this.claimed(stage, token);
      const usage = NO_USAGE;
      const held = { key, stage, token };
      this.#workspace = written(
        decideCommit(this.#workspace, held, { usage }, T0, timings).workspace,
      );
    }
    return this;
  }

  /** Leaves a stage leased. */
  claimed(stage: StageName, token: string, now = T0): this {
    const context = { now, token, timings };
    this.#workspace = written(
      decideClaim(this.#workspace, commandFor(key, stage), context).workspace,
    );
    return this;
  }

  /** Fails the version for good in a stage that is due. */
  failed(stage: StageName, reason = 'broken'): this {
    const token = `${stage}-failing`;
    this.claimed(stage, token);
    const usage = NO_USAGE;
    const attempt = { kind: 'Permanent', reason, usage } as const;
    const held = { key, stage, token };
    const change = decideFail(this.#workspace, held, 'failed', attempt, T0, timings);
    this.#workspace = written(change.workspace);
    return this;
  }

  /** Tells the user how the version ended, as the notifier does. */
  told(): this {
    return this.done('notify');
  }

  /** Gives the current version another status. */
  ended(status: VersionState['status']): this {
    this.#workspace = withVersion(this.#workspace, 1, { status, endedAt: T0.toISOString() });
    return this;
  }

  /** A follow-up opened version 2 with its own plan command. */
  followedUp(): this {
    const { request } = this.#workspace.versions['1'] ?? {};
    if (request === undefined) throw new Error('no version 1 to follow up');
    const next: Workspace = {
      ...this.#workspace,
      version: 2,
      versions: { ...this.#workspace.versions, '2': newVersion(request, T0) },
    };
    const second = { runId: key.runId, version: 2 };
    this.#workspace = withWakeAt(withOutboxEntry(next, second, 'plan', 0, T0), timings);
    return this;
  }

  build(): Workspace {
    return this.#workspace;
  }
}

/** A run whose plan command has just been committed. */
export function aRun(): WorkspaceBuilder {
  return new WorkspaceBuilder();
}

/** A command of version 1. */
export function command(stage: StageName, step = 0): StageCommand {
  return commandFor(key, stage, step);
}

/** Narrows a change that must have written. */
export function written(workspace: Workspace | undefined): Workspace {
  if (workspace === undefined) throw new Error('nothing was written');
  return workspace;
}
