import type { TimestampMessage } from '../protocol/value-messages.ts';

/**
 * Microseconds since 1970 as a protobuf timestamp. Commit and read times are kept as such numbers;
 * times that users store are not, because from the year 2255 on a number would lose digits.
 */
export function timestampOf(micros: number): Required<TimestampMessage> {
  const seconds = Math.floor(micros / 1e6);
  return { seconds: String(seconds), nanos: (micros - seconds * 1e6) * 1000 };
}

/** Microseconds since 1970 of a commit or read time. */
export function microsOf(timestamp: TimestampMessage): number {
  return Number(timestamp.seconds ?? 0) * 1e6 + Math.floor((timestamp.nanos ?? 0) / 1000);
}

/** The timestamp without the digits below a microsecond, which Firestore does not store. */
export function truncatedToMicros(timestamp: TimestampMessage): Required<TimestampMessage> {
  const nanos = Math.floor((timestamp.nanos ?? 0) / 1000) * 1000;
  return { seconds: timestamp.seconds ?? '0', nanos };
}

/** Earlier is smaller. */
export function compareTimestamps(a: TimestampMessage, b: TimestampMessage): number {
  const bySeconds = Number(a.seconds ?? 0) - Number(b.seconds ?? 0);
  return bySeconds || (a.nanos ?? 0) - (b.nanos ?? 0);
}
