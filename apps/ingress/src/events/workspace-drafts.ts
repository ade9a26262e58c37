import type { AuditEntry, RunId, Workspace } from '@dossier/contracts';
import type { Change } from '@dossier/workspace';

/** Workspaces as several decisions of one transaction leave them, each to be written once. */
export class WorkspaceDrafts {
  readonly #workspaces: Map<RunId, Workspace>;
  readonly #audits = new Map<RunId, AuditEntry[]>();

  constructor(workspaces: ReadonlyMap<RunId, Workspace>) {
    this.#workspaces = new Map(workspaces);
  }

  /** The workspaces with all changes so far. */
  get workspaces(): ReadonlyMap<RunId, Workspace> {
    return this.#workspaces;
  }

  /** Takes over changes; each was decided on the workspaces as they were then. */
  apply(changes: readonly Change<unknown>[]): void {
    for (const { workspace, audit = [] } of changes) {
      if (workspace === undefined) continue;
      this.#workspaces.set(workspace.runId, workspace);
      const before = this.#audits.get(workspace.runId) ?? [];
      this.#audits.set(workspace.runId, [...before, ...audit]);
    }
  }

  /** One change per workspace that was changed. */
  changes(): Change<undefined>[] {
    return [...this.#audits].flatMap(([runId, audit]) => {
      const workspace = this.#workspaces.get(runId);
      return workspace === undefined ? [] : [{ result: undefined, workspace, audit }];
    });
  }
}
