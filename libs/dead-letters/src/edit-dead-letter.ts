import { createHash } from 'node:crypto';
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
 * @throws DeadLetterError `not-found`, `not-editable`, `bad-patch`, `body-not-json`, `not-a-command`.
 */
export async function editDeadLetter(
  id: string,
  patch: unknown,
  { by, reason }: Operator,
  { letters, clock }: Pick<DeadLetterParts, 'letters' | 'clock'>,
): Promise<EditResult> {
  const original = new TextDecoder().decode(await letters.readBody(id));
  return letters.transact(async (transaction): Promise<EditResult> => {
    const letter = await letters.readWithin(transaction, id);
    if (letter.state === 'replayed' || letter.state === 'purged') {
      throw new DeadLetterError('not-editable', `dead letter ${id} is ${letter.state} already`);
    }
    const before = letter.editedBody ?? original;
    const { after, command } = patchBody(before, patch);
    const flags = flagsOf(letter, command);
    const state = letter.state === 'skipped' ? ('open' as const) : letter.state;
    const change = { state, closed: null, editedBody: after, command };
    const edit = { patch: JSON.stringify(patch), before: shortened(before), after };
    const at = clock.now().toISOString();
    const result = flags.length === 0 ? 'edited' : `edited: ${flags.join(', ')}`;
    letters.changeWithin(transaction, letter, change, {
      ...{ at, by, what: 'edited', why: reason, result, edit },
    });
    return { letter: { ...letter, ...change }, before, after, flags };
  });
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
