import { FieldPath, type Query } from '@google-cloud/firestore';
import type { DeadLetter } from './dead-letter.ts';
import { fromDocument } from './dead-letter-document.ts';
import type { CompiledFilter } from './dead-letter-filter.ts';
import type { DeadLetterStore } from './dead-letter-store.ts';

const PAGE = 200;

/** A place in the list of dead letters, which is in order of `receivedAt`, then id. */
export interface Cursor {
  readonly receivedAt: string;
  readonly id: string;
}

/** The records that match, the oldest first, page by page; pages may be empty. Reads nothing twice. */
export async function* matchingPages(
  letters: DeadLetterStore,
  filter: CompiledFilter,
  after: Cursor | null = null,
): AsyncGenerator<{ letters: DeadLetter[]; cursor: Cursor }> {
  let left = filter.limit;
  for await (const page of pages(letters, filter, after)) {
    const last = page.at(-1);
    if (last === undefined) return;
    const plain = page.filter((letter) => filter.matches(letter));
    const matching = (await withText(letters, filter, plain)).slice(0, left);
    left -= matching.length;
    yield { letters: matching, cursor: { receivedAt: last.receivedAt, id: last.id } };
    if (left <= 0) return;
  }
}

/** All records that match, the oldest first. */
export async function matching(
  letters: DeadLetterStore,
  filter: CompiledFilter,
): Promise<DeadLetter[]> {
  const all: DeadLetter[] = [];
  for await (const page of matchingPages(letters, filter)) all.push(...page.letters);
  return all;
}

/**
 * Single-field indexes are enough for all of these, and Firestore makes those by itself: one state in
 * order of time, one run (few records, sorted here), or everything in order of time.
 */
async function* pages(
  letters: DeadLetterStore,
  { states, runId, since, until }: CompiledFilter,
  after: Cursor | null,
): AsyncGenerator<DeadLetter[]> {
  if (runId !== null) {
    const ofRun = await read(letters.records.where('command.runId', '==', runId));
    const ordered = ofRun.toSorted((a, b) => (place(a) < place(b) ? -1 : 1));
    yield ordered.filter((letter) => after === null || place(letter) > place(after));
    return;
  }
  const [only, ...others] = states;
  const time = only !== undefined && others.length === 0 ? `inState.${only}` : 'receivedAt';
  let query = letters.records.orderBy(time).orderBy(FieldPath.documentId()).limit(PAGE);
  if (since !== null) query = query.where(time, '>=', since);
  if (until !== null) query = query.where(time, '<', until);
  for (let last = after; ;) {
    const from = last === null ? query : query.startAfter(last.receivedAt, last.id);
    const page = await read(from);
    yield page;
    const end = page.at(-1);
    if (end === undefined || page.length < PAGE) return;
    last = { receivedAt: end.receivedAt, id: end.id };
  }
}

async function read(query: Query): Promise<DeadLetter[]> {
  const snapshot = await query.get();
  return snapshot.docs.map((document) => fromDocument(document.data()));
}

async function withText(
  letters: DeadLetterStore,
  { matchesText }: CompiledFilter,
  page: DeadLetter[],
): Promise<DeadLetter[]> {
  if (matchesText === null) return page;
  const found: DeadLetter[] = [];
  for (const letter of page) {
    // One at a time: a body may have 10 MB.
    const body = letter.editedBody ?? new TextDecoder().decode(await letters.readBody(letter.id));
    if (matchesText(letter, body)) found.push(letter);
  }
  return found;
}

function place({ receivedAt, id }: Cursor): string {
  return `${receivedAt} ${id}`;
}
