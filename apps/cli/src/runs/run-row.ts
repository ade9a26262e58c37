import {
  STAGE_NAMES,
  type StageName,
  type StageState,
  type VersionState,
  type Workspace,
} from '@dossier/contracts';

/** Every status that `runs list` shows and takes. `needs_human`: running, and waiting for a decision. */
export const RUN_STATUSES = [
  ...['running', 'needs_human', 'done', 'no_evidence', 'failed', 'cancelled', 'unreadable'],
] as const;

/** One run of a list, by its newest version. */
export interface RunRow {
  readonly runId: string;
  readonly version: number;
  readonly status: string;
  /** Where it is, or where it ended; null for a document that cannot be read. */
  readonly stage: StageName | null;
  /** `requested`: the command is out, and nobody has taken it yet. */
  readonly stageStatus: string | null;
  readonly attempts: number;
  readonly createdAt: string | null;
  readonly conversationId: string | null;
  readonly question: string | null;
  /** Why it ended early; null when it did not. */
  readonly failure: string | null;
}

/** The row of a run. */
export function rowOf(workspace: Workspace): RunRow {
  const version = workspace.versions[String(workspace.version)];
  const place = version && placeOf(workspace, version);
  return {
    runId: workspace.runId,
    version: workspace.version,
    status: version === undefined ? 'unreadable' : statusOf(version),
    stage: place?.stage ?? null,
    stageStatus: place?.status ?? null,
    attempts: place?.attempts ?? 0,
    createdAt: workspace.createdAt,
    conversationId: workspace.requester.conversationId,
    question: version?.request.question ?? null,
    failure: version?.failure?.reason ?? null,
  };
}

/** The row of a document that is no workspace. */
export function unreadableRow(runId: string): RunRow {
  const nothing = { stage: null, stageStatus: null, createdAt: null, conversationId: null };
  return {
    ...nothing,
    ...{ runId, version: 0, status: 'unreadable', attempts: 0, question: null, failure: null },
  };
}

/** A version's status as an operator asks for it. */
export function statusOf({ status, stages }: VersionState): string {
  const waits = Object.values(stages).some((stage) => stage.status === 'needs_human');
  return status === 'running' && waits ? 'needs_human' : status;
}

interface Place {
  readonly stage: StageName;
  readonly status: string;
  readonly attempts: number;
}

function placeOf(workspace: Workspace, { stages, failure }: VersionState): Place | undefined {
  const begun = STAGE_NAMES.flatMap((stage): [StageName, StageState][] => {
    const state = stages[stage];
    return state === undefined ? [] : [[stage, state]];
  });
  const found =
    begun.find(([stage]) => stage === failure?.stage) ??
    begun.find(([, { status }]) => status !== 'done');
  if (found !== undefined) return { stage: found[0], ...found[1] };
  const asked = Object.values(workspace.outbox).find(
    ({ version }) => version === workspace.version,
  );
  if (asked !== undefined) return { stage: asked.stage, status: 'requested', attempts: 0 };
  const last = begun.at(-1);
  return last && { stage: last[0], ...last[1] };
}
