import { compileFilter, type DeadLetterFilter } from './dead-letter-filter.ts';
import { matching } from './dead-letter-query.ts';
import type { Closing, Operator } from './dead-letter.ts';
import { DeadLetterError, PurgeNotConfirmed } from './errors.ts';
import type { DeadLetterParts } from './parts.ts';

/** What is to go: what a filter matches, or these records. */
export type PurgeSelection =
  { readonly filter: DeadLetterFilter } | { readonly ids: readonly string[] };

export interface PurgeOptions extends Operator {
  readonly confirm: boolean;
}

/** What a purge did. */
export interface PurgeResult {
  readonly purged: readonly string[];
  /** Purged before. */
  readonly already: readonly string[];
}

/**
 * Deletes bodies and attributes for good and takes the records out of all lists. What stays is a
 * tombstone with the history, so that a copy delivered late is not recorded anew. The runs are not touched.
 * @throws DeadLetterError `reason-missing`, `bad-filter`, `not-found`; PurgeNotConfirmed.
 */
export async function purgeDeadLetters(
  selection: PurgeSelection,
  options: PurgeOptions,
  parts: DeadLetterParts,
): Promise<PurgeResult> {
  if (options.reason.trim() === '') {
    throw new DeadLetterError(
      'reason-missing',
      'a purge needs a reason: it is kept with the record',
    );
  }
  const ids =
    'ids' in selection
      ? [...new Set(selection.ids)]
      : (await matching(parts.letters, compileFilter(selection.filter))).letters.map(
          ({ id }) => id,
        );
  // Before the first one goes: a misspelt id must not stop a purge half way.
  if ('ids' in selection) for (const id of ids) await parts.letters.read(id);
  if (!options.confirm) throw new PurgeNotConfirmed(ids.length);
  const purged: string[] = [];
  const already: string[] = [];
  for (const id of ids) {
    const isNew = await purgeOne(id, options, parts);
    (isNew ? purged : already).push(id);
  }
  return { purged, already };
}

/** @returns false when it was purged before. */
async function purgeOne(
  id: string,
  { by, reason }: Operator,
  { letters, clock, ids }: DeadLetterParts,
): Promise<boolean> {
  const token = ids.next();
  const isNew = await letters.transact(async (transaction) => {
    const letter = await letters.readWithin(transaction, id);
    if (letter.closed?.token === token) return true;
    if (letter.state === 'purged') return false;
    const at = clock.now().toISOString();
    const result = `${letter.bodyBytes} bytes deleted`;
    const closed: Closing = {
      ...{ by, why: reason, at, result, token },
      ...{ jobId: null, command: null, resumptions: null },
    };
    letters.changeWithin(
      transaction,
      letter,
      { state: 'purged', closed, attributes: {}, editedBody: null, detail: null },
      { at, by, what: 'purged', why: reason, result },
    );
    return true;
  });
  // After the commit, and also for one purged before: a crash may have come between the two.
  await letters.deleteContents(id);
  return isNew;
}
