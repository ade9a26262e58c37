import {
  commandFor,
  type Requester,
  type ResearchRequest,
  type RunId,
  type StageCommand,
  type Timings,
  type Workspace,
} from '@dossier/contracts';
import { newVersion, withOutboxEntry, withWakeAt, type Change } from './change.ts';

/** The first state of a run: version 1 with its plan command in the outbox. */
export function openRun(
  run: { runId: RunId; requester: Requester; request: ResearchRequest },
  now: Date,
  timings: Timings,
): Change<StageCommand> {
  const key = { runId: run.runId, version: 1 };
  const empty: Workspace = {
    runId: run.runId,
    requester: run.requester,
    createdAt: now.toISOString(),
    version: 1,
    versions: { '1': newVersion(run.request, now) },
    outbox: {},
    fence: 0,
    auditLength: 0,
  };
  return {
    result: commandFor(key, 'plan'),
    workspace: withWakeAt(withOutboxEntry(empty, key, 'plan', 0, now), timings),
    audit: [{ at: now.toISOString(), event: 'run.opened', version: 1 }],
  };
}
