import type { ArtifactName } from './artifacts.ts';
import type { RunId } from './ids.ts';
import type { Notice } from './notice.ts';
import type { StageName } from './pipeline.ts';
import type { ResearchRequest } from './plan.ts';
import type { Usage } from './usage.ts';

/**
 * The document `workspaces/{runId}`: the only state that two services share. Every instant is an
 * ISO 8601 UTC string with milliseconds, so text order is time order.
 */
export interface Workspace {
  readonly runId: RunId;
  /** Who asked, and where answers go. */
  readonly requester: Requester;
  readonly createdAt: string;
  /** The newest version; commands for an older one are superseded. */
  readonly version: number;
  /** Every version by number (as text: Firestore map keys are strings). */
  readonly versions: Readonly<Record<string, VersionState>>;
  /** Commands committed together with the state that calls for them, by outbox id. */
  readonly outbox: Readonly<Record<string, OutboxEntry>>;
  /** "If nothing has happened by then, look at me." Absent when nothing is awaited. */
  readonly wakeAt?: string;
  /** Raised at each claim: the fencing number of the newest lease. */
  readonly fence: number;
  /** Entries in the audit trail so far (documents `audit/{n}`). */
  readonly auditLength: number;
  /** Since when nothing may be pushed: the person blocked the bot, or the bot left the group. Absent: reachable. */
  readonly unreachableSince?: string;
}

/** The LINE side of a run. */
export interface Requester {
  /** `user:U...`, `group:C...` or `room:R...`. */
  readonly conversationId: string;
  /** The id a push goes to. */
  readonly to: string;
  /** Who asked, and alone may change the run; absent when LINE did not say (groups without consent). */
  readonly userId?: string;
}

export type VersionStatus = 'running' | 'done' | 'no_evidence' | 'failed' | 'cancelled';

export interface VersionState {
  readonly request: ResearchRequest;
  readonly status: VersionStatus;
  readonly startedAt: string;
  readonly endedAt?: string;
  /** Why it ended early: the stage and its stable reason code. */
  readonly failure?: { readonly stage: StageName; readonly reason: string };
  /** How often it was taken up again after it had ended early (a replayed dead letter, a retry); absent: never. */
  readonly resumptions?: number;
  /** Names the newest resumption: tells a repeated one from another. */
  readonly resumedBy?: string;
  readonly usage: Usage;
  readonly stages: Readonly<Partial<Record<StageName, StageState>>>;
  /** Artifacts that this version takes over unchanged: in which version each of them stands. */
  readonly carried?: Readonly<Partial<Record<ArtifactName, number>>>;
  /** How the user was told of its end; absent until then, and again once it was taken up anew. */
  readonly told?: Telling;
}

/** How a person heard of the end of a version. */
export interface Telling {
  readonly kind: Notice['kind'];
  /**
   * `sent`: by push. `undelivered`: it could not be pushed, and waits for the person's next event.
   * `handed-over`: by reply to such an event.
   */
  readonly status: 'sent' | 'undelivered' | 'handed-over';
  /** Why it was not pushed: a stable code. */
  readonly reason?: string;
  /** ISO 8601 UTC. */
  readonly at: string;
  /** LINE's ids of the messages: quoting one of them speaks of this version. */
  readonly messageIds: readonly string[];
}

export type StageStatus = 'running' | 'waiting' | 'needs_human' | 'done' | 'failed' | 'cancelled';

export interface StageState {
  /**
   * `running`: leased, or was when its worker died. `waiting`: released after a failed attempt or
   * between two steps. `needs_human`: a decision resumes it. `cancelled`: begun, and given up with
   * its version.
   */
  readonly status: StageStatus;
  /** Claims so far, since the last resumption. */
  readonly attempts: number;
  /** The step that is due. */
  readonly step: number;
  readonly startedAt: string;
  readonly endedAt?: string;
  /** When it began to wait for its next delivery or for a person. */
  readonly waitingSince?: string;
  /** How far it has come, as its worker last said. */
  readonly progress?: StageProgress;
  /** Present while a worker holds the stage. */
  readonly lease?: Lease;
  /** Token of the lease that committed: tells a repeated commit from a foreign one. */
  readonly committedBy?: string;
  /** The newest failed attempt. `details` (JSON): what a person needs to see to decide, or the next attempt to know. */
  readonly lastError?: StageFailure;
}

/** How far a stage has come. */
export interface StageProgress {
  /** Parts of its work that are over, whatever came of them, and how many there are. */
  readonly done: number;
  readonly total: number;
  /** Distinct sources found so far; absent where none are looked for. */
  readonly sources?: number;
}

/** How an attempt failed. */
export interface StageFailure {
  /** `Retryable`, `Permanent`, `NeedsHuman` or `Bug`. */
  readonly kind: string;
  readonly reason: string;
  readonly at: string;
  readonly details?: string;
}

/** The right to run a stage until a time. */
export interface Lease {
  readonly token: string;
  readonly fence: number;
  readonly until: string;
}

export interface OutboxEntry {
  readonly stage: StageName;
  readonly version: number;
  readonly step: number;
  /** When it was committed, or last published again by the sweep: it is stale some time after this. */
  readonly dueSince: string;
  /** How often the sweep has published it again; each time it waits twice as long. */
  readonly repeats: number;
}

/** One line of a run's history, kept for good: `workspaces/{runId}/audit/{n}`. */
export interface AuditEntry {
  readonly at: string;
  /** Past tense, for example `plan.committed`. */
  readonly event: string;
  readonly version: number;
  readonly stage?: StageName;
  /** Ids, counts and reason codes; never a person's or a model's text. */
  readonly details?: Readonly<Record<string, string | number | boolean>>;
}

/** Statuses after which nothing of a version will change. */
export function isEnded(status: VersionStatus): boolean {
  return status !== 'running';
}
