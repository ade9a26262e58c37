import {
  isEnded,
  type Requester,
  type RunId,
  type RunKey,
  type Timings,
  type VersionState,
  type Workspace,
} from '@dossier/contracts';
import { undeliveredOf, type Change } from '@dossier/workspace';
import type { Conversation } from '../conversation/conversation.ts';
import type { Limits } from './limits.ts';

/** Everything an event is decided on, read in the transaction that writes the decision. */
export interface Situation {
  readonly now: Date;
  readonly timings: Timings;
  readonly limits: Limits;
  /** Id that a run begun by this event has. */
  readonly ownRunId: RunId;
  /** Who speaks, and where answers go. */
  readonly requester: Requester;
  /** Key of the message's record; undefined for events without a message. */
  readonly messageKey?: string;
  readonly conversation: Conversation;
  /** The open, the current and the named runs of this conversation, as far as they exist. */
  readonly workspaces: ReadonlyMap<RunId, Workspace>;
  /** Versions begun today: by the speaker, and in the group. */
  readonly begunToday: { readonly user: number; readonly group: number };
  /** The version that the message quotes. */
  readonly quoted?: RunKey;
}

/** A run of the conversation, with the version that is spoken of. */
export interface Target {
  readonly key: RunKey;
  readonly workspace: Workspace;
  readonly version: VersionState;
}

/**
 * The run that a command speaks of: the one its button names, else the quoted one, else the current
 * one. Undefined when there is none, or when it belongs to another conversation: a button may be
 * forged, and nothing about other people's runs is told.
 */
export function targetOf(situation: Situation, named?: RunKey): Target | undefined {
  const { conversation, quoted, workspaces, requester } = situation;
  const wanted = named ?? quoted;
  const runId = wanted?.runId ?? conversation.currentRunId;
  const workspace = runId === undefined ? undefined : workspaces.get(runId);
  if (workspace?.requester.conversationId !== requester.conversationId) return undefined;
  const number = wanted?.version ?? workspace.version;
  const version = workspace.versions[String(number)];
  return version && { key: { runId: workspace.runId, version: number }, workspace, version };
}

/** The situation once a change is made: what is decided next must build on it. */
export function afterChange(situation: Situation, { workspace }: Change<unknown>): Situation {
  if (workspace === undefined) return situation;
  const workspaces = new Map(situation.workspaces).set(workspace.runId, workspace);
  return { ...situation, workspaces };
}

/** The run of this conversation that is under way, if any. */
export function runningIn({ conversation, workspaces }: Situation): Target | undefined {
  for (const runId of conversation.openRunIds.toReversed()) {
    const workspace = workspaces.get(runId);
    const version = workspace?.versions[String(workspace.version)];
    if (workspace === undefined || version === undefined || isEnded(version.status)) continue;
    return { key: { runId, version: workspace.version }, workspace, version };
  }
  return undefined;
}

/**
 * Whether the speaker may change a run: only who asked may. Where LINE never said who asked (a group,
 * without consent) everybody in the conversation may; a speaker whom LINE does not name may not touch
 * a run that somebody owns.
 */
export function mayChange({ requester }: Situation, owner: Requester): boolean {
  return owner.userId === undefined || owner.userId === requester.userId;
}

/** The newest version of a run whose report is published; undefined when there is none. */
export function newestReport({ runId, versions }: Workspace): RunKey | undefined {
  const numbers = Object.entries(versions)
    .filter(([, { stages }]) => stages.publish?.status === 'done')
    .map(([number]) => Number(number));
  return numbers.length === 0 ? undefined : { runId, version: Math.max(...numbers) };
}

/** Open runs whose end the people here have not heard of yet, and will not by a push. */
export function undeliveredIn({ conversation, workspaces }: Situation): RunKey[] {
  return conversation.openRunIds.flatMap((runId) => {
    const workspace = workspaces.get(runId);
    return workspace === undefined ? [] : undeliveredOf(workspace);
  });
}
