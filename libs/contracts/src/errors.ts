/**
 * The four kinds of failure. A class says what happens next, not where it failed:
 * `Retryable` is tried again, `Permanent` ends the version and the user is told, `NeedsHuman` waits
 * for a decision, and anything else is a bug (retried, then dead-lettered with its stack).
 */
abstract class StageError extends Error {
  /** Stable kebab-case code: never renamed, never reused. */
  readonly reason: string;

  constructor(reason: string, options: { cause?: unknown; message?: string } = {}) {
    super(options.message ?? reason, { cause: options.cause });
    this.reason = reason;
  }
}

/** Trying again may help: a busy provider, a refused connection, a lost answer. */
export class Retryable extends StageError {
  override readonly name = 'Retryable';
  /** What the next attempt finds under its stage's `lastError`: ids and counts. */
  readonly details: Readonly<Record<string, unknown>> | undefined;

  constructor(
    reason: string,
    options: {
      cause?: unknown;
      message?: string;
      details?: Readonly<Record<string, unknown>>;
    } = {},
  ) {
    super(reason, options);
    this.details = options.details;
  }
}

/** Trying again cannot help. The version ends, and the user is told why. */
export class Permanent extends StageError {
  override readonly name = 'Permanent';
}

/** A person has to decide before the run goes on; `details` is what they need to see. */
export class NeedsHuman extends StageError {
  override readonly name = 'NeedsHuman';
  readonly details: Readonly<Record<string, unknown>>;

  constructor(reason: string, details: Readonly<Record<string, unknown>> = {}) {
    super(reason);
    this.details = details;
  }
}

/** Reason of a version that ended because nobody decided in time. */
export const DECISION_EXPIRED = 'decision-expired';

/**
 * Reasons of `Permanent` that mean "there is nothing to report on", not "something broke". Those after
 * the first two end a follow-up, and the report that it went on from stays the newest.
 */
export const NO_EVIDENCE_REASONS: readonly string[] = [
  'no-evidence',
  'corpus-empty',
  /** What was searched further held nothing that the report does not have. */
  'nothing-new',
  /** The report has no such chapter, or one that holds no content of its own. */
  'no-such-chapter',
  /** Other words are wanted, and there is no model to write them. */
  'rewrite-not-offline',
  /** The chapters are as short as they can be. */
  'nothing-to-shorten',
  /** The wish in words is none that a report can be given. */
  'unclear-wish',
  /** What is asked cannot be answered by research, or must not be. */
  'not-researchable',
  /** The version to go on from cannot be read any more. */
  'base-unreadable',
];
