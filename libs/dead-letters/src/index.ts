export { DeadLetterArchive, type Archived } from './dead-letter-archive.ts';
export type { DeadLetterFilter } from './dead-letter-filter.ts';
export { DeadLetterStore } from './dead-letter-store.ts';
export {
  DEAD_LETTER_STATES,
  type Closing,
  type DeadCommand,
  type DeadLetter,
  type DeadLetterAudit,
  type DeadLetterState,
  type Operator,
} from './dead-letter.ts';
export { DeadLetterError, PurgeNotConfirmed, type DeadLetterErrorCode } from './errors.ts';
