import {
  isEnded,
  PIPELINE,
  retryKeyOf,
  STAGE_NAMES,
  type AuditEntry,
  type RunKey,
  type StageName,
  type VersionState,
  type Workspace,
} from '@dossier/contracts';

/** A call that costs money, as the provider saw it begin. */
export interface PaidCall {
  /** `plan`, `search.0`, `compare` or `write`. */
  readonly call: string;
  /** Milliseconds since the epoch, on the clock that stamps artifacts too. */
  readonly startedAt: number;
  /** Made by a worker that had been frozen and could not know yet that its lease was gone. */
  readonly stale?: boolean;
}

/** A stored object. */
export interface SeenObject {
  /** Neutral text: without the ids and instants in which two runs differ. */
  readonly body: string;
  /** How often something was written under this name. */
  readonly writes: number;
}

/** A stored artifact. */
export interface SeenArtifact {
  /** Neutral content. */
  readonly content: unknown;
  /** Milliseconds since the epoch. */
  readonly createdAt: number;
}

/** Everything that can be seen of a run's newest version once nothing goes on any more. */
export interface ObservedRun {
  readonly key: RunKey;
  readonly workspace: Workspace | undefined;
  /** `workspaces/{runId}/audit`, oldest first. */
  readonly audit: readonly AuditEntry[];
  /** By document id. */
  readonly artifacts: Readonly<Record<string, SeenArtifact>>;
  /** By neutral name. */
  readonly objects: Readonly<Record<string, SeenObject>>;
  /** Pushes that LINE accepted: a repeat that it answered with 409 is none. */
  readonly pushes: readonly { readonly retryKey: string; readonly messages: unknown }[];
  readonly paidCalls: readonly PaidCall[];
}

/** What was done to the run, which excuses a repeated call or a second claim. */
export interface Disturbance {
  /** Attempts that were cut off: kills, lost leases, commits that the store refused. */
  readonly lostAttempts: number;
  /** Paid calls that one attempt may have under way at once. */
  readonly callsAtOnce: number;
  /**
   * Commands that may have been lost or late. Given where every fault is known; then nothing may be
   * tried or asked again without a cause.
   */
  readonly lostCommands?: number;
}

/**
 * What must hold at the end of every run, whatever happened on the way: the promise of the product,
 * written once. `expected` is an undisturbed run of the same question.
 * @returns what is broken, in words; empty when everything holds.
 */
export function brokenInvariants(
  seen: ObservedRun,
  expected: ObservedRun,
  disturbance: Disturbance,
): string[] {
  const { workspace } = seen;
  const version = workspace?.versions[String(seen.key.version)];
  if (workspace === undefined || version === undefined) return ['the run is lost'];
  return [
    ...sameEnd(version, expected),
    ...nothingLeftOver(workspace, version),
    ...sameNames('artifact', seen.artifacts, expected.artifacts),
    ...differing('artifact', seen.artifacts, expected.artifacts, ({ content }) => content),
    ...sameNames('object', seen.objects, expected.objects),
    ...differing('object', seen.objects, expected.objects, ({ body }) => body),
    ...writtenOnce(seen.objects),
    ...toldOnce(seen, expected),
    ...auditIsWhole(seen, workspace, version),
    ...paidOnce(seen, expected, disturbance),
    ...nothingNeedless(seen, expected, disturbance),
  ];
}

/**
 * Attempts of a run that ended well which took a stage and did not commit it, by the audit trail: each
 * was cut off, whatever did it.
 */
export function attemptsWithoutCommit(audit: readonly AuditEntry[]): number {
  return endings(audit, '.claimed') - endings(audit, '.committed');
}

function sameEnd(version: VersionState, expected: ObservedRun): string[] {
  const wanted = expected.workspace?.versions[String(expected.key.version)];
  const statuses = (state: VersionState | undefined): string =>
    [
      state?.status,
      ...STAGE_NAMES.map((name) => `${name}=${state?.stages[name]?.status ?? 'none'}`),
    ].join(' ');
  // A run that waits for a person has not ended in the undisturbed world either.
  const open = !isEnded(version.status) && isEnded(wanted?.status ?? 'done');
  const problems = open ? [`the version never ended: ${version.status}`] : [];
  return statuses(version) === statuses(wanted)
    ? problems
    : [...problems, `ended as ${statuses(version)} instead of ${statuses(wanted)}`];
}

function nothingLeftOver({ outbox, wakeAt }: Workspace, version: VersionState): string[] {
  const leased = STAGE_NAMES.filter((name) => version.stages[name]?.lease !== undefined);
  const parked = STAGE_NAMES.some((name) => version.stages[name]?.status === 'needs_human');
  return [
    ...Object.keys(outbox).map((id) => `outbox entry ${id} is left`),
    ...leased.map((name) => `a lease of ${name} is left`),
    ...(wakeAt === undefined || parked ? [] : [`wakeAt ${wakeAt} is left`]),
    ...(wakeAt === undefined && parked ? ['nothing ends the wait for a decision'] : []),
  ];
}

type ByName<T> = Readonly<Record<string, T>>;

function sameNames<T>(what: string, seen: ByName<T>, expected: ByName<T>): string[] {
  const missing = Object.keys(expected).filter((name) => !(name in seen));
  const extra = Object.keys(seen).filter((name) => !(name in expected));
  return [
    ...missing.map((name) => `${what} ${name} is missing`),
    ...extra.map((name) => `${what} ${name} should not be there`),
  ];
}

function differing<T>(
  what: string,
  seen: ByName<T>,
  expected: ByName<T>,
  text: (value: T) => unknown,
): string[] {
  return Object.entries(seen)
    .filter(([name, value]) => {
      const wanted = expected[name];
      return wanted !== undefined && JSON.stringify(text(value)) !== JSON.stringify(text(wanted));
    })
    .map(([name]) => `${what} ${name} differs from the undisturbed run's`);
}

/** The newest page's address may be written again with the same bytes; a version's pages never. */
function writtenOnce(objects: ByName<SeenObject>): string[] {
  return Object.entries(objects)
    .filter(([name, { writes }]) => !name.includes('/latest/') && writes !== 1)
    .map(([name, { writes }]) => `object ${name} was written ${writes} times`);
}

function toldOnce({ key, pushes, audit }: ObservedRun, expected: ObservedRun): string[] {
  const text = (run: ObservedRun): string =>
    JSON.stringify(run.pushes.map(({ messages }) => messages));
  // What is no report names the end that it tells of, by its instant.
  const ends = ['no-evidence', 'failure', 'cancelled'].flatMap((kind) =>
    audit.map(({ at }) => `${kind}/${at}`),
  );
  // A follow-up's person was told of the versions before it, too.
  const keys = Array.from({ length: key.version }, (_, before) => before + 1).flatMap((version) =>
    ['report', ...ends].map((end) => retryKeyOf({ ...key, version }, end)),
  );
  const foreign = pushes.filter(({ retryKey }) => !keys.includes(retryKey));
  return [
    ...(pushes.length === expected.pushes.length
      ? []
      : [`${pushes.length} pushes were accepted instead of ${expected.pushes.length}`]),
    ...(text({ ...expected, pushes }) === text(expected) ? [] : ['another message was pushed']),
    ...foreign.map(({ retryKey }) => `a push carries the foreign retry key ${retryKey}`),
  ];
}

function auditIsWhole(
  { audit, key }: ObservedRun,
  { auditLength }: Workspace,
  version: VersionState,
): string[] {
  const fences = audit.flatMap(({ details }) =>
    typeof details?.['fence'] === 'number' ? [details['fence']] : [],
  );
  const rising = fences.every((fence, index) => index === 0 || fence > (fences[index - 1] ?? 0));
  const own = audit.filter((entry) => entry.version === key.version);
  return [
    ...(audit.length === auditLength
      ? []
      : [`the audit trail has ${audit.length} entries, the workspace counts ${auditLength}`]),
    ...(rising ? [] : [`fences do not rise: ${fences.join(' ')}`]),
    ...(count(audit, 'run.opened') === 1 ? [] : ['the run was not opened exactly once']),
    ...STAGE_NAMES.flatMap((name) => stageIsAudited(name, own, version)),
  ];
}

function stageIsAudited(
  name: StageName,
  audit: readonly AuditEntry[],
  version: VersionState,
): string[] {
  const state = version.stages[name];
  if (state === undefined) return [];
  const since = audit.slice(lastResumption(audit, name) + 1);
  const committed = count(since, `${name}.committed`);
  const claimed = count(since, `${name}.claimed`);
  const wanted = state.status === 'done' ? 1 : 0;
  const next = PIPELINE[name].next;
  const order = audit.map(({ event }) => event);
  const after = order.indexOf(`${name}.committed`);
  const early = next !== null && after >= 0 && order.slice(0, after).includes(`${next}.claimed`);
  return [
    ...(committed === wanted ? [] : [`${name} was committed ${committed} times`]),
    ...(claimed === state.attempts
      ? []
      : [`${name} counts ${state.attempts} attempts, its audit ${claimed} claims`]),
    ...(early ? [`${next} was claimed before ${name} was committed`] : []),
  ];
}

function paidOnce(
  { paidCalls, artifacts, key }: ObservedRun,
  expected: ObservedRun,
  { lostAttempts, callsAtOnce }: Disturbance,
): string[] {
  const times = (calls: readonly PaidCall[], name: string): number =>
    calls.filter(({ call }) => call === name).length;
  const names = [...new Set([...paidCalls, ...expected.paidCalls].map(({ call }) => call))];
  const extras = names.map((name) => ({
    name,
    extra: times(paidCalls, name) - times(expected.paidCalls, name),
  }));
  const total = extras.reduce((sum, { extra }) => sum + Math.max(extra, 0), 0);
  const afterSaved = paidCalls.filter(({ call, startedAt, stale = false }) => {
    const saved = artifacts[`${key.version}.${call}`];
    return saved !== undefined && startedAt > saved.createdAt && !stale;
  });
  return [
    ...extras
      .filter(({ extra }) => extra > lostAttempts)
      .map(({ name, extra }) => `${name} was paid ${extra} times too often`),
    ...extras
      .filter(({ name }) => times(paidCalls, name) === 0)
      .map(({ name }) => `${name} was never asked of the provider`),
    ...(total > lostAttempts * callsAtOnce
      ? [`${total} extra paid calls for ${lostAttempts} lost attempts`]
      : []),
    ...afterSaved.map(({ call }) => `${call} was paid again after it was saved`),
  ];
}

/** Every repetition has a cause: a worker that gives up too soon also "recovers", at somebody's cost. */
function nothingNeedless(
  seen: ObservedRun,
  expected: ObservedRun,
  { lostAttempts, lostCommands }: Disturbance,
): string[] {
  if (lostCommands === undefined) return [];
  const extra = (ending: string): number =>
    endings(seen.audit, ending) - endings(expected.audit, ending);
  const [claims, requests] = [extra('.claimed'), endings(seen.audit, '.requested-again')];
  const booked = seen.workspace?.versions[String(seen.key.version)]?.usage.searches;
  const paid = seen.paidCalls.filter(({ call }) => call.startsWith('search.')).length;
  const saved = Object.keys(seen.artifacts).filter((name) =>
    name.startsWith(`${seen.key.version}.search.`),
  ).length;
  // A search without an answer is given back.
  const isBooked = booked !== undefined && booked >= saved && booked <= paid;
  return [
    ...(claims > lostAttempts ? [`${claims} extra attempts for ${lostAttempts} lost ones`] : []),
    ...(requests > 0 && lostCommands === 0 ? ['a command was asked for again without need'] : []),
    // An attempt that is cut off takes what it has reserved with it.
    ...(lostAttempts === 0 && !isBooked
      ? [`${booked} searches were booked for ${paid} paid and ${saved} saved ones`]
      : []),
  ];
}

function count(audit: readonly AuditEntry[], event: string): number {
  return audit.filter((entry) => entry.event === event).length;
}

/** Attempts count anew when a stage is resumed; the end is told anew whatever was resumed. */
function lastResumption(audit: readonly AuditEntry[], name: StageName): number {
  return audit.findLastIndex(({ event }) =>
    name === 'notify' ? event.endsWith('.resumed') : event === `${name}.resumed`,
  );
}

function endings(audit: readonly AuditEntry[], ending: string): number {
  return audit.filter(({ event }) => event.endsWith(ending)).length;
}
