import type { StructuredQuery } from '../protocol/query-messages.ts';
import type { DocumentStore } from '../storage/document-store.ts';
import type { StoredDocument } from '../storage/stored-document.ts';
import { matchesFilter } from './query-filters.ts';
import { checkQuery } from './query-rules.ts';
import { compareKeys, endsAt, sortable, sortKeysOf, startsAt } from './sort-order.ts';

/** A query and the document or database root it starts from. */
export interface PlacedQuery {
  readonly parent: string;
  readonly query: StructuredQuery;
}

/** The documents a query returns, and how many it looked at. */
export interface QueryResult {
  readonly documents: readonly StoredDocument[];
  readonly scanned: number;
}

/**
 * Answers a query from the state at a time, or the present one.
 * @throws FirestoreError INVALID_ARGUMENT for a query that Firestore refuses.
 */
export function runQuery(
  store: DocumentStore,
  { parent, query }: PlacedQuery,
  atMicros?: number,
): QueryResult {
  checkQuery(query);
  const sortKeys = sortKeysOf(query);
  const isStarted = query.startAt ? startsAt(query.startAt, sortKeys) : () => true;
  const isNotEnded = query.endAt ? endsAt(query.endAt, sortKeys) : () => true;
  const from = query.from?.[0];
  const candidates = store.scan(
    {
      parent,
      allDescendants: from?.allDescendants ?? false,
      ...(from?.collectionId ? { collectionId: from.collectionId } : {}),
    },
    atMicros,
  );
  const sorted = candidates
    .filter((document) => matchesFilter(document, query.where))
    .map((document) => sortable(document, sortKeys))
    .filter((entry) => entry !== undefined)
    .filter((entry) => isStarted(entry) && isNotEnded(entry))
    .sort((a, b) => compareKeys(a.keys, b.keys, sortKeys));
  const first = query.offset ?? 0;
  const last = query.limit === undefined ? undefined : first + (query.limit.value ?? 0);
  return {
    documents: sorted.slice(first, last).map(({ document }) => document),
    scanned: candidates.length,
  };
}

/** Names and versions of documents as one string: equal strings, equal results. */
export function versionsOf(documents: readonly StoredDocument[]): string {
  return documents.map(({ name, updatedMicros }) => `${name}@${updatedMicros}`).join('\n');
}
