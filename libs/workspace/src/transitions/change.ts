import {
  NO_USAGE,
  type AuditEntry,
  type OutboxEntry,
  type ResearchRequest,
  type RunKey,
  type StageName,
  type StageState,
  type Timings,
  type VersionState,
  type Workspace,
} from '@dossier/contracts';

/** What a transition decided: the workspace to write (absent = write nothing) and its audit entries. */
export interface Change<T> {
  readonly result: T;
  readonly workspace?: Workspace;
  readonly audit?: readonly AuditEntry[];
}

/** The state of one version. @throws Error when the workspace has no such version (a bug in the caller). */
export function versionOf(workspace: Workspace, version: number): VersionState {
  const state = workspace.versions[String(version)];
  if (state === undefined)
    throw new Error(`workspace ${workspace.runId} has no version ${version}`);
  return state;
}

/** The workspace with one version's state changed. */
export function withVersion(
  workspace: Workspace,
  version: number,
  change: Partial<VersionState>,
): Workspace {
  const state = { ...versionOf(workspace, version), ...change };
  return { ...workspace, versions: { ...workspace.versions, [String(version)]: state } };
}

/** The workspace with one stage's state replaced. */
export function withStage(
  workspace: Workspace,
  version: number,
  stage: StageName,
  state: StageState,
): Workspace {
  const { stages } = versionOf(workspace, version);
  return withVersion(workspace, version, { stages: { ...stages, [stage]: state } });
}

/** The workspace with a command waiting to be published, for the first time or once more. */
export function withOutboxEntry(
  workspace: Workspace,
  key: RunKey,
  stage: StageName,
  step: number,
  now: Date,
): Workspace {
  const id = `${key.version}.${stage}.${step}`;
  const repeats = (workspace.outbox[id]?.repeats ?? -1) + 1;
  const dueSince = now.toISOString();
  const entry: OutboxEntry = { stage, version: key.version, step, dueSince, repeats };
  return { ...workspace, outbox: { ...workspace.outbox, [id]: entry } };
}

/** The workspace without one outbox entry. */
export function withoutOutboxEntry(workspace: Workspace, id: string): Workspace {
  const { [id]: _proven, ...outbox } = workspace.outbox;
  return { ...workspace, outbox };
}

/** The workspace with `wakeAt` made right for its outbox, leases and waiting stages. */
export function withWakeAt(workspace: Workspace, timings: Timings): Workspace {
  const { wakeAt: _old, ...rest } = workspace;
  const wakeAt = nextWakeAt(rest, timings);
  return wakeAt === undefined ? rest : { ...rest, wakeAt };
}

/** A version that has just been asked for. */
export function newVersion(request: ResearchRequest, now: Date): VersionState {
  return {
    request,
    status: 'running',
    startedAt: now.toISOString(),
    usage: NO_USAGE,
    stages: {},
  };
}

/** The instant after which the sweep looks after a stage that nobody works on; undefined if never. */
export function staleAfter(
  stage: StageName,
  state: StageState,
  timings: Timings,
): Date | undefined {
  if (state.status === 'running' && state.lease !== undefined) {
    return new Date(state.lease.until);
  }
  if (state.status === 'waiting') {
    // Pub/Sub redelivers a nacked command by itself; the sweep only steps in when it did not.
    const { maxBackoffMs } = timings.stages[stage];
    const since = Date.parse(state.waitingSince ?? state.startedAt);
    return new Date(since + maxBackoffMs + timings.global.outboxStaleAfterMs);
  }
  if (state.status === 'needs_human') {
    return new Date(
      Date.parse(state.waitingSince ?? state.startedAt) + timings.global.decisionWaitMs,
    );
  }
  return undefined;
}

/**
 * The step with which a stage of this version begins. A version that was resumed tells its end once
 * more, and by its own command: an older notice that is still under way must not speak for the new end.
 */
export function firstStepOf(version: VersionState, stage: StageName): number {
  return stage === 'notify' ? (version.resumptions ?? 0) : 0;
}

/** Doubling is limited, so that a long outage still ends within an hour or so of its end. */
const MAX_DOUBLINGS = 5;

/**
 * The instant after which a command in the outbox is published again. Each repeat waits twice as
 * long: while a worker is down, copies would only pile up on its subscription.
 */
export function repeatAt({ dueSince, repeats }: OutboxEntry, timings: Timings): Date {
  const patience = timings.global.outboxStaleAfterMs * 2 ** Math.min(repeats, MAX_DOUBLINGS);
  return new Date(Date.parse(dueSince) + patience);
}

function nextWakeAt(workspace: Workspace, timings: Timings): string | undefined {
  const entries = Object.values(workspace.outbox).map((entry) =>
    repeatAt(entry, timings).getTime(),
  );
  const stages = stageEntries(versionOf(workspace, workspace.version)).flatMap(([stage, state]) => {
    const at = staleAfter(stage, state, timings);
    return at === undefined ? [] : [at.getTime()];
  });
  const instants = [...entries, ...stages];
  return instants.length === 0 ? undefined : new Date(Math.min(...instants)).toISOString();
}

/** The stages that a version has begun, typed. */
export function stageEntries(version: VersionState): [StageName, StageState][] {
  const { plan, search, write, publish, notify } = version.stages;
  const all: [StageName, StageState | undefined][] = [
    ['plan', plan],
    ['search', search],
    ['write', write],
    ['publish', publish],
    ['notify', notify],
  ];
  return all.filter((entry): entry is [StageName, StageState] => entry[1] !== undefined);
}
