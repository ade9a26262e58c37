import type { StageCommand, StageName } from '@dossier/contracts';

/**
 * `open`: waits for somebody. `quarantined`: open, but replayed so often without effect that only a
 * forced replay takes it. `replayed`, `skipped` (it can never be replayed) and `purged` are closed.
 */
export const DEAD_LETTER_STATES = ['open', 'quarantined', 'replayed', 'skipped', 'purged'] as const;
export type DeadLetterState = (typeof DEAD_LETTER_STATES)[number];

/** A command that a stage could not process, as the archiver recorded it: `deadLetters/{id}`. */
export interface DeadLetter {
  /** `{stage}-{20 hex digits}`, derived: the same dead letter always has the same id. */
  readonly id: string;
  readonly state: DeadLetterState;
  /** The stage on whose dead-letter topic it arrived. */
  readonly stage: StageName;
  /** The topic or subscription that it was taken off, as far as the message says. */
  readonly source: string | null;
  /** The original message's id where our own code moved it; Pub/Sub's id of the copy otherwise. */
  readonly messageId: string;
  /** Stable kebab-case code, or the class of the bug. */
  readonly reason: string;
  /** Problems of the message, the frames of a bug, or the stage's last error. Never a person's text. */
  readonly detail: string | null;
  /** Eight hex digits that dead letters of one cause share. */
  readonly fingerprint: string;
  /** When the archiver took it, ISO 8601 UTC. */
  readonly receivedAt: string;
  /** When it was given up, as far as the message says. */
  readonly deadLetteredAt: string | null;
  readonly publishedAt: string | null;
  readonly deliveryAttempts: number | null;
  readonly bodyBytes: number;
  /**
   * The message's own, without the marks of dead-lettering, which are fields here. What Pub/Sub
   * reserves (`CloudPubSub...`, `goog...`) stands under `x-origin-...`.
   */
  readonly attributes: Readonly<Record<string, string>>;
  /** The command that the body was, or is since an edit; null when it is none. */
  readonly command: DeadCommand | null;
  /**
   * What it meant for its run when it arrived: `marked-failed`, or why the run was left alone;
   * `run-unreadable` when its workspace is spoiled or full.
   */
  readonly effect: string;
  /** The record whose replay ended in this one. */
  readonly replayOf: string | null;
  /** Replays that led to this record. */
  readonly replayCount: number;
  /** The body after the newest edit, as text; null when it was never edited. */
  readonly editedBody: string | null;
  /** Who closed it, and by which call; null while it is open. */
  readonly closed: Closing | null;
  readonly auditLength: number;
}

/** The ids in a command body. */
export type DeadCommand = Pick<StageCommand, 'runId' | 'version' | 'stage' | 'step'>;

/** How a record was closed. */
export interface Closing {
  readonly by: string;
  readonly why: string;
  readonly at: string;
  /** What came of it; of a skipped one the reason code. */
  readonly result: string;
  /** Names the call, so that one whose answer was lost finds itself. */
  readonly token: string;
  /** The bulk replay that it belonged to. */
  readonly jobId: string | null;
  /** For a replay: the command that takes the stage up again, and how often the version now was. */
  readonly command: DeadCommand | null;
  readonly resumptions: number | null;
}

/** One line of a record's history: `deadLetters/{id}/audit/{n}`. */
export interface DeadLetterAudit {
  readonly at: string;
  readonly by: string;
  readonly what: 'archived' | 'replayed' | 'skipped' | 'redirected' | 'edited' | 'purged';
  readonly why: string;
  /** What came of it: a command, a message id, a reason code. */
  readonly result: string;
  /** Of an edit: names the call, so that one whose answer was lost finds itself. */
  readonly token?: string;
  /** Of an edit: the JSON patch (JSON), and the body before and after it. */
  readonly edit?: { readonly patch: string; readonly before: string; readonly after: string };
}

/** Who asks for something, and why: recorded with what is done. */
export interface Operator {
  readonly by: string;
  readonly reason: string;
}
