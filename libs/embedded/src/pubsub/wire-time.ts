import type { Duration, Timestamp } from './wire-types.ts';

/** Seconds as a number, fractions included; an absent duration is 0. */
export function toSeconds(duration: Duration | null): number {
  return duration === null ? 0 : Number(duration.seconds) + duration.nanos / 1e9;
}

/** A duration of whole seconds. */
export function ofSeconds(seconds: number): Duration {
  return { seconds: String(seconds), nanos: 0 };
}

/** A protobuf timestamp for milliseconds since the epoch. */
export function toTimestamp(ms: number): Timestamp {
  return { seconds: String(Math.floor(ms / 1000)), nanos: (ms % 1000) * 1e6 };
}

/** Milliseconds since the epoch, fractions included. */
export function toMs(timestamp: Timestamp): number {
  return Number(timestamp.seconds) * 1000 + timestamp.nanos / 1e6;
}
