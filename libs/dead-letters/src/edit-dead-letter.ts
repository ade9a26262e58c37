import { createHash } from 'node:crypto';
import type { Transaction } from '@google-cloud/firestore';
import type { DeadLetterPatch } from './dead-letter-store.ts';
import type { DeadLetter, Operator } from './dead-letter.ts';
import { DeadLetterError } from './errors.ts';
import type { DeadLetterParts } from './parts.ts';
import { patchBody } from './patch-body.ts';

/** A body that is longer stands in the history by its hash; the record itself keeps it. */
const MAX_AUDITED_CHARACTERS = 64 * 1024;

/** What an edit did. */
export interface EditResult {
  readonly letter: DeadLetter;
  readonly before: string;
  readonly after: string;
  /** What deserves a second look: `run-changed`, `version-changed`, `stage-changed`. */
  readonly flags: readonly string[];
}

/**
 * Changes the body by a JSON patch; what arrived is kept beside it. A skipped record is open again.
 * @throws DeadLetterError `not-found`, `unreadable`, `not-editable`, `bad-patch`, `body-not-json`,
 * `not-a-command`.
 */
export async function editDeadLetter(
  id: string,
  patch: unknown,
  { by, reason }: Operator,
  { letters, clock, ids }: Pick<DeadLetterParts, 'letters' | 'clock' | 'ids'>,
): Promise<EditResult> {
  const original = new TextDecoder().decode(await letters.readBody(id));
  const token = ids.next();
  let tried: { readonly entry: number; readonly result: EditResult } | undefined;
  /** What this call has written already, although it was told otherwise. */
  const applied = async (): Promise<EditResult | undefined> => {
    if (tried === undefined) return undefined;
    const entry = await letters.readAuditEntry(id, tried.entry);
    return entry?.token === token ? tried.result : undefined;
  };
  const attempt = async (transaction: Transaction): Promise<EditResult> => {
    const letter = await letters.readWithin(transaction, id);
    // The client runs this again when the answer to its commit was lost: no patch may meet its own
    // result, which a `remove` or `test` would call a bad patch.
    const done = await applied();
    if (done !== undefined) return done;
    const { change, ...result } = edited(letter, original, patch);
    const { before, after } = result;
    const edit = { patch: JSON.stringify(patch), before: shortened(before), after };
    letters.changeWithin(transaction, letter, change, {
      ...{ at: clock.now().toISOString(), by, what: 'edited', why: reason, edit, token },
      result: result.flags.length === 0 ? 'edited' : `edited: ${result.flags.join(', ')}`,
    });
    tried = { entry: letter.auditLength + 1, result };
    return result;
  };
  try {
    return await letters.transact(attempt);
  } catch (error) {
    // A failed commit never proves that nothing was written: its answer may have been lost.
    const done = error instanceof DeadLetterError ? undefined : await applied().catch(unknown);
    if (done === undefined) throw error;
    return done;
  }
}

/** The store cannot even be read: the first failure says more than this one. */
function unknown(): undefined {
  return undefined;
}

function edited(
  letter: DeadLetter,
  original: string,
  patch: unknown,
): EditResult & { change: DeadLetterPatch } {
  const { id } = letter;
  if (letter.state === 'replayed' || letter.state === 'purged') {
    throw new DeadLetterError('not-editable', `dead letter ${id} is ${letter.state} already`);
  }
  const before = letter.editedBody ?? original;
  const { after, command } = patchBody(before, patch);
  const flags = flagsOf(letter, command);
  const state = letter.state === 'skipped' ? ('open' as const) : letter.state;
  const change = { state, closed: null, editedBody: after, command };
  return { letter: { ...letter, ...change }, before, after, flags, change };
}

function flagsOf(
  { command: before }: DeadLetter,
  after: NonNullable<DeadLetter['command']>,
): string[] {
  if (before === null) return [];
  return [
    ...(before.runId === after.runId ? [] : ['run-changed']),
    ...(before.version === after.version ? [] : ['version-changed']),
    ...(before.stage === after.stage ? [] : ['stage-changed']),
  ];
}

function shortened(body: string): string {
  if (body.length <= MAX_AUDITED_CHARACTERS) return body;
  return `sha256 ${createHash('sha256').update(body).digest('hex')}, ${body.length} characters`;
}
