import { checkIndexes, type CompositeIndex } from '../indexes/composite-indexes.ts';
import { definitionText, type IndexDefinition } from '../indexes/index-definition.ts';
import { indexScansOf, type IndexScan } from '../indexes/index-plan.ts';
import type { StructuredQuery } from '../protocol/query-messages.ts';
import type { DocumentStore } from '../storage/document-store.ts';
import type { StoredDocument } from '../storage/stored-document.ts';
import { matchesFilter } from './query-filters.ts';
import { checkQuery } from './query-rules.ts';
import {
  compareKeys,
  endsAt,
  sortable,
  sortKeysOf,
  startsAt,
  type SortableDocument,
  type SortKey,
} from './sort-order.ts';

/** A query and the document or database root it starts from. */
export interface PlacedQuery {
  readonly parent: string;
  readonly query: StructuredQuery;
}

/** The documents a query returns, how many it looked at, and the indexes it used (none: a scan). */
export interface QueryResult {
  readonly documents: readonly StoredDocument[];
  readonly scanned: number;
  readonly indexes: readonly IndexDefinition[];
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
  const search = { store, parent, resultOf: resultsOf(query, sortKeys), wanted: lastOf(query) };
  // Index rows tell of the present only.
  const scans = atMicros === undefined ? indexScansOf(query, sortKeys) : undefined;
  const { results, scanned, indexes } =
    (scans && searchIndexes(search, scans)) ?? scanCollection(search, query, atMicros);
  const sorted = results.sort((a, b) => compareKeys(a.keys, b.keys, sortKeys));
  const documents = sorted.slice(query.offset ?? 0, search.wanted).map(({ document }) => document);
  return { documents, scanned, indexes };
}

/** Queries as clients may ask them: in strict mode only those that the declared indexes serve. */
export class QueryRunner {
  readonly #store: DocumentStore;
  readonly #declared: readonly CompositeIndex[] | undefined;

  /** @param declared the indexes of strict mode; undefined: every query is answered. */
  constructor(store: DocumentStore, declared?: readonly CompositeIndex[]) {
    this.#store = store;
    this.#declared = declared;
  }

  /**
   * Answers a query as {@link runQuery} does.
   * @throws FirestoreError as that, and FAILED_PRECONDITION when strict mode lacks an index.
   */
  run(placed: PlacedQuery, atMicros?: number): QueryResult {
    this.#check(placed.query);
    return runQuery(this.#store, placed, atMicros);
  }

  /** The indexes that a query would use. @throws FirestoreError as {@link run}. */
  plan(query: StructuredQuery): readonly IndexDefinition[] {
    this.#check(query);
    return distinct(indexScansOf(query, sortKeysOf(query)) ?? []);
  }

  #check(query: StructuredQuery): void {
    checkQuery(query);
    if (this.#declared !== undefined) checkIndexes(query, this.#declared);
  }
}

interface Search {
  readonly store: DocumentStore;
  readonly parent: string;
  /** The document with what it is sorted by, undefined when it is no result. */
  readonly resultOf: (document: StoredDocument) => SortableDocument | undefined;
  /** Results needed before the limit is reached, undefined without one. */
  readonly wanted: number | undefined;
}

interface Found {
  readonly results: SortableDocument[];
  readonly scanned: number;
  readonly indexes: readonly IndexDefinition[];
}

/** Each part of an index is in the order of the results, so it is read no further than is wanted. */
function searchIndexes(
  { store, parent, resultOf, wanted = Infinity }: Search,
  scans: readonly IndexScan[],
): Found | undefined {
  const results = new Map<string, SortableDocument>();
  let scanned = 0;
  for (const scan of scans) {
    const documents = store.indexed(scan, parent);
    if (documents === undefined) return undefined;
    let found = 0;
    if (wanted === 0) break;
    for (const document of documents) {
      scanned += 1;
      const result = resultOf(document);
      if (result === undefined) continue;
      results.set(document.name, result);
      found += 1;
      if (found === wanted) break;
    }
  }
  return { results: [...results.values()], scanned, indexes: distinct(scans) };
}

function distinct(scans: readonly IndexScan[]): IndexDefinition[] {
  return [
    ...new Map(scans.map(({ definition }) => [definitionText(definition), definition])).values(),
  ];
}

function scanCollection(
  { store, parent, resultOf }: Search,
  query: StructuredQuery,
  atMicros: number | undefined,
): Found {
  const from = query.from?.[0];
  const scope = {
    parent,
    allDescendants: from?.allDescendants ?? false,
    ...(from?.collectionId ? { collectionId: from.collectionId } : {}),
  };
  const candidates = store.scan(scope, atMicros);
  const results = candidates.map(resultOf).filter((entry) => entry !== undefined);
  return { results, scanned: candidates.length, indexes: [] };
}

function resultsOf(query: StructuredQuery, sortKeys: readonly SortKey[]): Search['resultOf'] {
  const isStarted = query.startAt ? startsAt(query.startAt, sortKeys) : () => true;
  const isNotEnded = query.endAt ? endsAt(query.endAt, sortKeys) : () => true;
  return (document) => {
    if (!matchesFilter(document, query.where)) return undefined;
    const entry = sortable(document, sortKeys);
    return entry && isStarted(entry) && isNotEnded(entry) ? entry : undefined;
  };
}

function lastOf({ offset = 0, limit }: StructuredQuery): number | undefined {
  return limit === undefined ? undefined : offset + (limit.value ?? 0);
}

/** Names and versions of documents as one string: equal strings, equal results. */
export function versionsOf(documents: readonly StoredDocument[]): string {
  return documents.map(({ name, updatedMicros }) => `${name}@${updatedMicros}`).join('\n');
}
