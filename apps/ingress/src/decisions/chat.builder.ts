import {
  runIdOf,
  TIMING_PROFILES,
  type Requester,
  type RunId,
  type StageName,
  type StageState,
  type VersionState,
  type Workspace,
} from '@dossier/contracts';
import type { ChapterChoice } from '@dossier/line';
import { WorkspaceDrafts } from '../events/workspace-drafts.ts';
import { NEW_CONVERSATION, type Conversation } from '../conversation/conversation.ts';
import { tidied } from '../conversation/tidied.ts';
import type { Asking } from './asking.ts';
import { decideAsking } from './decide-asking.ts';
import type { Decision } from './decision.ts';
import type { Limits } from './limits.ts';
import { nextFromQueue } from './queue-head.ts';
import { runningIn, type Situation } from './situation.ts';

const START = Date.parse('2026-12-01T00:00:00.000Z');
const done = (at: string): StageState => ({ status: 'done', attempts: 1, step: 0, startedAt: at });

/** One conversation as decisions leave it: what the ingress keeps in Firestore, in plain objects. */
export class Chat {
  conversation: Conversation = NEW_CONVERSATION;
  workspaces = new Map<RunId, Workspace>();
  begunToday = { user: 0, group: 0 };
  limits: Limits = {};
  now = new Date(START);
  /** What the chapters of every report are. */
  chapters: readonly ChapterChoice[] | undefined = [
    { number: 2, heading: '現況' },
    { number: 3, heading: '成本' },
  ];
  /** Whether the provider can find out what a wish in words means. */
  readsWishes = false;
  #events = 0;

  constructor(readonly place: 'user' | 'group' = 'user') {}

  /** Plays one event. @returns what was decided. */
  async event(
    asking: Asking,
    more: { by?: string; message?: string; quoted?: RunId } = {},
  ): Promise<Decision> {
    this.#events += 1;
    this.now = new Date(this.now.getTime() + 1_000);
    const situation = this.#situation(more);
    const run = more.message === undefined ? undefined : this.began.get(more.message);
    const decision = await decideAsking(
      situation,
      { asking, timestamp: this.now.getTime(), run },
      {
        readChapters: () => Promise.resolve(this.chapters),
        prefix: '/研究',
        readsWishes: this.readsWishes,
      },
    );
    this.#take(decision);
    return decision;
  }

  /** What versions began, by the message that asked for them. */
  readonly began = new Map<string, NonNullable<Decision['began']>['run']>();

  /** Somebody writes. */
  says(text: string, more: Parameters<Chat['event']>[1] = {}): Promise<Decision> {
    return this.event({ kind: 'text', text }, more);
  }

  /** Somebody taps. */
  taps(data: string, more: Parameters<Chat['event']>[1] = {}): Promise<Decision> {
    return this.event({ kind: 'button', data }, more);
  }

  /** The sweep looks at the queue. */
  sweeps(): Decision {
    const situation = this.#situation({});
    if (runningIn(situation) !== undefined) return {};
    const decision = nextFromQueue(situation);
    this.#take(decision);
    return decision;
  }

  /** The newest version of the newest run has got so far. */
  reaches(...stages: readonly StageName[]): void {
    const at = this.now.toISOString();
    this.#change((version) => ({
      ...version,
      stages: {
        ...version.stages,
        ...Object.fromEntries(stages.map((stage) => [stage, done(at)])),
      },
    }));
  }

  /** The newest version of the newest run ends, and its person is told. */
  ends(status: VersionState['status'], told: 'sent' | 'undelivered' = 'sent'): void {
    const at = this.now.toISOString();
    if (status === 'done') this.reaches('plan', 'search', 'write', 'publish', 'notify');
    const failed: StageState = { ...done(at), status: 'failed' };
    this.#change((version) => ({
      ...version,
      status,
      ...(status === 'failed' && {
        failure: { stage: 'search', reason: 'broken' },
        stages: { plan: done(at), search: failed, notify: done(at) },
      }),
      told: { kind: status === 'done' ? 'report' : 'failure', status: told, at, messageIds: [] },
    }));
    const workspace = this.newest;
    const { wakeAt: _none, ...rest } = workspace;
    this.workspaces.set(workspace.runId, { ...rest, outbox: {} });
  }

  /** The newest version of the newest run waits in its search for a person. */
  waitsFor(reason: string): void {
    const at = this.now.toISOString();
    const lastError = { kind: 'NeedsHuman', reason, at };
    const search: StageState = { ...done(at), status: 'needs_human', lastError };
    this.#change((version) => ({ ...version, stages: { plan: done(at), search } }));
    this.workspaces.set(this.newest.runId, { ...this.newest, outbox: {} });
  }

  /** The run that was begun last. */
  get newest(): Workspace {
    const runId = this.conversation.runIds.at(-1);
    const workspace = runId && this.workspaces.get(runId);
    if (workspace === undefined) throw new Error('no run was begun');
    return workspace;
  }

  /** The newest version of a run. */
  version(runId: RunId = this.newest.runId): VersionState {
    const workspace = this.workspaces.get(runId);
    const version = workspace?.versions[String(workspace.version)];
    if (version === undefined) throw new Error('no such run');
    return version;
  }

  #change(change: (version: VersionState) => VersionState): void {
    const { newest } = this;
    const versions = { ...newest.versions, [String(newest.version)]: change(this.version()) };
    this.workspaces.set(newest.runId, { ...newest, versions });
  }

  #situation(more: { by?: string; message?: string; quoted?: RunId }): Situation {
    const { quoted, message } = more;
    const quotedRun = quoted && this.workspaces.get(quoted);
    return {
      now: this.now,
      timings: TIMING_PROFILES.test,
      limits: this.limits,
      ownRunId: runIdOf(`01HEVENT${this.#events}`),
      requester: this.#requester(more.by),
      conversation: this.conversation,
      workspaces: this.workspaces,
      begunToday: this.begunToday,
      ...(message !== undefined && { messageKey: message }),
      ...(quotedRun && { quoted: { runId: quotedRun.runId, version: quotedRun.version } }),
    };
  }

  #requester(by: string | undefined): Requester {
    if (this.place === 'user') return { conversationId: 'user:Uann', to: 'Uann', userId: 'Uann' };
    const group = { conversationId: 'group:Cteam', to: 'Cteam' };
    return by === undefined ? group : { ...group, userId: by };
  }

  #take(decision: Decision): void {
    const drafts = new WorkspaceDrafts(this.workspaces);
    drafts.apply(decision.changes ?? []);
    this.workspaces = new Map(drafts.workspaces);
    this.conversation = tidied(decision.conversation ?? this.conversation, this.workspaces);
    const { began } = decision;
    if (began?.messageKey !== undefined) this.began.set(began.messageKey, began.run);
    if (decision.counted === true) {
      this.begunToday = { user: this.begunToday.user + 1, group: this.begunToday.group + 1 };
    }
  }
}
