/** Why an operator's wish was not carried out: stable codes for scripts, the message for people. */
export type DeadLetterErrorCode =
  | 'not-found'
  | 'unreadable'
  | 'job-not-found'
  | 'job-ended'
  | 'bad-filter'
  | 'pattern-too-slow'
  | 'reason-missing'
  | 'bad-option'
  | 'not-editable'
  | 'bad-patch'
  | 'body-not-json'
  | 'not-a-command'
  | 'purge-not-confirmed'
  | 'publish-failed';

/** An operator's wish that cannot be carried out as it stands. Nothing was changed. */
export class DeadLetterError extends Error {
  override readonly name = 'DeadLetterError';
  readonly code: DeadLetterErrorCode;
  /** One line per problem, where there are several. */
  readonly problems: readonly string[];

  constructor(
    code: DeadLetterErrorCode,
    message: string,
    options: { problems?: readonly string[]; cause?: unknown } = {},
  ) {
    super(message, { cause: options.cause });
    this.code = code;
    this.problems = options.problems ?? [];
  }
}

/** A purge that was not confirmed; `count` records would go. */
export class PurgeNotConfirmed extends DeadLetterError {
  readonly count: number;

  constructor(count: number) {
    super('purge-not-confirmed', `${count} dead letter(s) would be purged for good: confirm it`);
    this.count = count;
  }
}
