import type { DeadLetter } from './dead-letter.ts';

/** Pub/Sub's limits (cloud.google.com/pubsub/quotas). */
const MAX_ATTRIBUTES = 100;
const MAX_NAME_BYTES = 256;
/** What the publisher of commands adds. */
const COMMAND_ATTRIBUTES = ['runId', 'version', 'stage'];

/** The attributes of a replayed message: its own, as far as they fit, and where it comes from. */
export function replayAttributes({
  id,
  replayCount,
  attributes,
}: Pick<DeadLetter, 'id' | 'replayCount' | 'attributes'>): Record<string, string> {
  const own = { replayOf: id, replayCount: String(replayCount + 1) };
  const room = MAX_ATTRIBUTES - COMMAND_ATTRIBUTES.length - Object.keys(own).length;
  const kept = Object.entries(attributes)
    .filter(([name]) => !(name in own) && Buffer.byteLength(name) <= MAX_NAME_BYTES)
    // The command's ids are set anew, so they take no room twice.
    .toSorted(([a], [b]) => Number(isOfCommand(b)) - Number(isOfCommand(a)))
    .slice(0, room);
  return { ...Object.fromEntries(kept), ...own };
}

function isOfCommand(name: string): boolean {
  return COMMAND_ATTRIBUTES.includes(name);
}
