import { FieldPath } from '@google-cloud/firestore';
import type { DeadLetter } from './dead-letter.ts';
import { lettersAmong } from './dead-letter-document.ts';
import type { CompiledFilter } from './dead-letter-filter.ts';
import type { DeadLetterStore } from './dead-letter-store.ts';

const PAGE = 200;

/** A place in the list of dead letters, which is in order of `receivedAt`, then id. */
export interface Cursor {
  readonly receivedAt: string;
  readonly id: string;
}

/** Records that match; `unreadable` documents were found among them, and are left out. */
export interface Matches {
  readonly letters: DeadLetter[];
  readonly unreadable: number;
}

/** The records that match, the oldest first, page by page; pages may be empty. Reads nothing twice. */
export async function* matchingPages(
  letters: DeadLetterStore,
  filter: CompiledFilter,
  after: Cursor | null = null,
): AsyncGenerator<Matches> {
  let left = filter.limit;
  for await (const page of pages(letters, filter, after)) {
    const plain = page.letters.filter((letter) => filter.matches(letter));
    const matching = (await withText(letters, filter, plain)).slice(0, left);
    left -= matching.length;
    yield { letters: matching, unreadable: page.unreadable };
    if (left <= 0) return;
  }
}

/** All records that match, the oldest first. */
export async function matching(letters: DeadLetterStore, filter: CompiledFilter): Promise<Matches> {
  const all: DeadLetter[] = [];
  let unreadable = 0;
  for await (const page of matchingPages(letters, filter)) {
    all.push(...page.letters);
    unreadable += page.unreadable;
  }
  return { letters: all, unreadable };
}

/**
 * Single-field indexes are enough for all of these, and Firestore makes those by itself: one state in
 * order of time, one run (few records, sorted here), or everything in order of time.
 */
async function* pages(
  letters: DeadLetterStore,
  { states, runId, since, until }: CompiledFilter,
  after: Cursor | null,
): AsyncGenerator<Matches> {
  if (runId !== null) {
    const { docs } = await letters.records.where('command.runId', '==', runId).get();
    const { letters: ofRun, unreadable } = lettersAmong(docs);
    const ordered = ofRun.toSorted((a, b) => (place(a) < place(b) ? -1 : 1));
    const rest = ordered.filter((letter) => after === null || place(letter) > place(after));
    yield { letters: rest, unreadable };
    return;
  }
  const [only, ...others] = states;
  const time = only !== undefined && others.length === 0 ? `inState.${only}` : 'receivedAt';
  let query = letters.records.orderBy(time).orderBy(FieldPath.documentId()).limit(PAGE);
  if (since !== null) query = query.where(time, '>=', since);
  if (until !== null) query = query.where(time, '<', until);
  let from = after === null ? query : query.startAfter(after.receivedAt, after.id);
  for (;;) {
    const { docs } = await from.get();
    yield lettersAmong(docs);
    const end = docs.at(-1);
    if (end === undefined || docs.length < PAGE) return;
    // From the document itself: it may be one that is no record.
    from = query.startAfter(end.get(time), end.id);
  }
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
