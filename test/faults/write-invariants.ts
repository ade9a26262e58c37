import {
  isEnded,
  STAGE_NAMES,
  type OutboxEntry,
  type StageCommand,
  type StageName,
  type StageState,
  type Timings,
  type VersionState,
  type Workspace,
} from '@dossier/contracts';
import { withWakeAt } from '@dossier/workspace';

/**
 * What every single write of a workspace must keep, whoever makes it and whatever went wrong before.
 * Finds out at once what the end of a run may not show any more (see `brokenInvariants`).
 * @returns what is broken, in words.
 */
export function brokenWrite(
  before: Workspace | undefined,
  after: Workspace,
  timings: Timings,
): string[] {
  const was = before?.versions[String(after.version)];
  const is = after.versions[String(after.version)];
  if (is === undefined) return ['the newest version is missing'];
  return [
    ...somebodyWakesIt(after, is),
    ...wakesInTime(after, timings),
    ...(before !== undefined && before.version === after.version
      ? vanishedCommands(before, after, is)
      : []),
    ...STAGE_NAMES.flatMap((name) => {
      const [old, now] = [was?.stages[name], is.stages[name]];
      return [
        ...leaseIsTakenRightly(name, old, now, timings),
        ...endIsFinal(name, old, now),
        ...fenceIsRaised(name, [before?.fence ?? 0, after.fence], old, now),
      ];
    }),
  ];
}

/**
 * A command may be acked once its effect is in the workspace, or somebody else has the stage.
 * @returns what is wrong with acking it now.
 */
export function ackedTooEarly(
  workspace: Workspace | undefined,
  { version: number, stage }: StageCommand,
): string | undefined {
  const version = workspace?.versions[String(number)];
  if (version === undefined || number !== workspace?.version) return undefined;
  if (isEnded(version.status) || version.stages[stage] !== undefined) return undefined;
  return `a command for ${stage} was acked before anything had come of it`;
}

function somebodyWakesIt({ outbox, wakeAt }: Workspace, { stages }: VersionState): string[] {
  const open = STAGE_NAMES.some((name) =>
    ['running', 'waiting'].includes(stages[name]?.status ?? ''),
  );
  const awaited = open || Object.keys(outbox).length > 0;
  return awaited && wakeAt === undefined ? ['something is awaited, but nothing will wake it'] : [];
}

/** A transition that forgets to reckon anew would leave the sweep late, or calling for nothing. */
function wakesInTime(after: Workspace, timings: Timings): string[] {
  const due = withWakeAt(after, timings).wakeAt;
  return after.wakeAt === due
    ? []
    : [`it will be woken at ${after.wakeAt ?? 'no time'}, not at ${due ?? 'no time'}`];
}

/** Only a delivery proves that a command was published. */
function vanishedCommands(before: Workspace, after: Workspace, version: VersionState): string[] {
  const proven = ({ stage }: OutboxEntry): boolean =>
    version.stages[stage] !== undefined &&
    version.stages[stage].lease?.token !==
      before.versions[String(before.version)]?.stages[stage]?.lease?.token;
  const settled = ({ stage }: OutboxEntry): boolean =>
    isEnded(version.status) ||
    ['done', 'failed', 'needs_human'].includes(version.stages[stage]?.status ?? '');
  return Object.entries(before.outbox)
    .filter(([id, entry]) => !(id in after.outbox) && !proven(entry) && !settled(entry))
    .map(([id]) => `outbox entry ${id} vanished before its delivery`);
}

/** A lease is taken when there is none, or when the one there has run out on the taker's clock. */
function leaseIsTakenRightly(
  name: StageName,
  was: StageState | undefined,
  is: StageState | undefined,
  timings: Timings,
): string[] {
  const [old, now] = [was?.lease, is?.lease];
  if (was === undefined || is === undefined || old === undefined || old.token === now?.token) {
    return [];
  }
  if (now !== undefined) {
    const takenAt = Date.parse(now.until) - timings.stages[name].leaseTtlMs;
    return takenAt < Date.parse(old.until) ? [`${name} was taken from a living holder`] : [];
  }
  if (is.status === 'done' && is.committedBy !== old.token) {
    return [`${name} was committed under somebody else's lease`];
  }
  const expired = is.status === 'waiting' && is.lastError?.reason === 'lease-expired';
  return expired && is.lastError !== undefined && is.lastError.at < old.until
    ? [`the lease of ${name} was dropped before it ran out`]
    : [];
}

function endIsFinal(
  name: StageName,
  was: StageState | undefined,
  is: StageState | undefined,
): string[] {
  if (was?.status === 'done' && is?.status !== 'done')
    return [`${name} was done and is not any more`];
  const committed = was?.status !== 'done' && is?.status === 'done';
  return committed && was?.lease === undefined ? [`${name} was committed without a lease`] : [];
}

function fenceIsRaised(
  name: StageName,
  [fenceBefore, fenceAfter]: readonly [number, number],
  was: StageState | undefined,
  is: StageState | undefined,
): string[] {
  const claimed = is?.lease !== undefined && is.lease.token !== was?.lease?.token;
  if (!claimed) return fenceAfter < fenceBefore ? ['the fence was lowered'] : [];
  return [
    ...(fenceAfter === fenceBefore + 1 && is.lease.fence === fenceAfter
      ? []
      : [`the fence did not rise with the claim of ${name}`]),
    ...(is.attempts === (was?.attempts ?? 0) + 1 ? [] : [`an attempt at ${name} was not counted`]),
  ];
}
