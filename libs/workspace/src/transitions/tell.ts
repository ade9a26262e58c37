import type { Notice, RunKey, Telling, Workspace } from '@dossier/contracts';
import { versionOf, withVersion, type Change } from './change.ts';

/**
 * Reasons after which an earlier attempt may have reached the person after all: handing it over would
 * show it twice.
 */
const PERHAPS_SENT: readonly string[] = ['retry-key-expired'];

/** How a version's end was told, out of the notice that its stage made. */
export function tellingOf({ kind, status, reason, messageIds, deliveredAt }: Notice): Telling {
  const lost = status === 'undeliverable';
  return {
    kind,
    status: lost && !PERHAPS_SENT.includes(reason ?? '') ? 'undelivered' : 'sent',
    ...(reason !== null && { reason }),
    at: deliveredAt,
    messageIds,
  };
}

/** Versions of a run whose end waits for the person's next event, oldest first. */
export function undeliveredOf({ runId, versions }: Workspace): RunKey[] {
  return Object.entries(versions)
    .filter(([, { told }]) => told?.status === 'undelivered')
    .map(([version]) => ({ runId, version: Number(version) }))
    .sort((a, b) => a.version - b.version);
}

/** Marks the end of versions as handed over by a reply; done before the reply, so that it happens once. */
export function decideHandOver(
  workspace: Workspace,
  versions: readonly number[],
  now: Date,
): Change<undefined> {
  return retold(workspace, versions, { from: 'undelivered', to: 'handed-over' }, now);
}

/** Takes that back after a reply that LINE certainly refused. */
export function decideTakeBack(
  workspace: Workspace,
  versions: readonly number[],
  now: Date,
): Change<undefined> {
  return retold(workspace, versions, { from: 'handed-over', to: 'undelivered' }, now);
}

function retold(
  workspace: Workspace,
  numbers: readonly number[],
  { from, to }: { from: Telling['status']; to: Telling['status'] },
  now: Date,
): Change<undefined> {
  const at = now.toISOString();
  const changed = numbers.filter((number) => versionOf(workspace, number).told?.status === from);
  const next = changed.reduce((each, number) => {
    const { told } = versionOf(each, number);
    return told === undefined
      ? each
      : withVersion(each, number, { told: { ...told, status: to, at } });
  }, workspace);
  if (changed.length === 0) return { result: undefined };
  return {
    result: undefined,
    workspace: next,
    audit: changed.map((version) => ({ at, event: `notice.${to}`, version })),
  };
}
