import { isDeadLetterId } from './dead-letter-id.ts';

/** What the attributes of a dead letter say about its end, apart from the message's own attributes. */
export interface DeadLetterMarks {
  /** `stage`: our own code moved it, with a reason. `pubsub`: delivery attempts ran out. */
  readonly movedBy: 'stage' | 'pubsub' | 'unknown';
  readonly reason: string;
  readonly detail: string | null;
  readonly source: string | null;
  readonly originalMessageId: string | null;
  readonly attempts: number | null;
  readonly deadLetteredAt: string | null;
  readonly publishedAt: string | null;
  readonly replayOf: string | null;
  readonly replayCount: number;
  readonly attributes: Readonly<Record<string, string>>;
}

/** Reason of a command that Pub/Sub gave up: it never says why. */
export const DELIVERY_ATTEMPTS_EXHAUSTED = 'delivery-attempts-exhausted';

const OWN_MARKS = [
  'deadLetterReason',
  'deadLetterDetail',
  'deadLetterSource',
  'deadLetterMessageId',
  'deadLetterAttempt',
  'deadLetteredAt',
  'replayOf',
  'replayCount',
];
/** https://cloud.google.com/pubsub/docs/dead-letter-topics#dead-letter_messages */
const PUBSUB_MARK = 'CloudPubSubDeadLetterSource';
/** Publishing refuses attributes that begin with `goog`, and `CloudPubSub` would be taken for Pub/Sub's word. */
const RESERVED = /^(?:CloudPubSub|goog)/;
const MAX_REASON_LENGTH = 80;

/**
 * Reads the marks of dead-lettering. A message that carries both Pub/Sub's marks and a reason counts
 * as our own code's: whoever published it may have added either, and that reading touches no run.
 */
export function readMarks(attributes: Readonly<Record<string, string>>): DeadLetterMarks {
  const of = (name: string): string | null => attributes[name] ?? null;
  const reason = of('deadLetterReason');
  const byPubSub = of(`${PUBSUB_MARK}Subscription`) !== null;
  return {
    movedBy: reason !== null ? 'stage' : byPubSub ? 'pubsub' : 'unknown',
    reason: codeOf(reason) ?? (byPubSub ? DELIVERY_ATTEMPTS_EXHAUSTED : 'unexplained'),
    detail: of('deadLetterDetail'),
    source: of('deadLetterSource') ?? of(`${PUBSUB_MARK}Subscription`),
    // Not trusted beside Pub/Sub's marks: a publisher may have set it, and two letters would be one.
    originalMessageId: byPubSub ? null : of('deadLetterMessageId'),
    attempts: countOf(of('deadLetterAttempt') ?? of(`${PUBSUB_MARK}DeliveryCount`)),
    deadLetteredAt: instantOf(of('deadLetteredAt')),
    publishedAt: instantOf(of(`${PUBSUB_MARK}TopicPublishTime`)),
    replayOf: recordIdOf(of('replayOf')),
    replayCount: countOf(of('replayCount')) ?? 0,
    attributes: originalsOf(attributes),
  };
}

function originalsOf(attributes: Readonly<Record<string, string>>): Record<string, string> {
  const kept = Object.entries(attributes).filter(([name]) => !OWN_MARKS.includes(name));
  return Object.fromEntries(
    kept.map(([name, value]) => [RESERVED.test(name) ? `x-origin-${name}` : name, value]),
  );
}

/** Reasons group lists and stand in logs: one short line, whatever the attribute holds. */
function codeOf(text: string | null): string | null {
  const line = text?.replace(/[\s\p{C}]+/gu, ' ').trim() ?? '';
  return line === '' ? null : [...line].slice(0, MAX_REASON_LENGTH).join('');
}

function recordIdOf(text: string | null): string | null {
  return text !== null && isDeadLetterId(text) ? text : null;
}

function countOf(text: string | null): number | null {
  return text !== null && /^\d{1,6}$/.test(text) ? Number(text) : null;
}

function instantOf(text: string | null): string | null {
  const at = text === null ? Number.NaN : Date.parse(text);
  return Number.isNaN(at) ? null : new Date(at).toISOString();
}
