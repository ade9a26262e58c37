import type { TargetMessage } from '../protocol/rpc-messages.ts';
import type { DocumentMessage, TimestampMessage } from '../protocol/value-messages.ts';
import type { PlacedQuery, QueryRunner } from '../queries/query-runner.ts';
import type { DocumentStore } from '../storage/document-store.ts';
import { documentMessage, type StoredDocument } from '../storage/stored-document.ts';
import { splitDocumentName } from '../values/resource-names.ts';

/** A change in what a target sees, as `google.firestore.v1.ListenResponse`. */
export type DocumentEvent =
  | {
      readonly documentChange: { readonly document: DocumentMessage; readonly targetIds: number[] };
    }
  | {
      readonly documentDelete: {
        readonly document: string;
        readonly removedTargetIds: number[];
        readonly readTime: TimestampMessage;
      };
    };

/** Where a target looks. */
export interface WatchSources {
  readonly store: DocumentStore;
  readonly queries: QueryRunner;
}

/** Documents or a query that a client watches, and which versions it has been told of. */
export class WatchTarget {
  readonly id: number;
  readonly #sources: WatchSources;
  readonly #names: ReadonlySet<string> | undefined;
  readonly #placed: PlacedQuery;
  readonly #told = new Map<string, number>();

  constructor(sources: WatchSources, message: TargetMessage) {
    this.id = message.targetId ?? 0;
    this.#sources = sources;
    this.#names = message.documents && new Set(message.documents.documents);
    this.#placed = {
      parent: message.query?.parent ?? '',
      query: message.query?.structuredQuery ?? {},
    };
  }

  /** True when a commit of these documents may have changed what the target sees. */
  mayBeAffectedBy(names: ReadonlySet<string>): boolean {
    const watched = this.#names;
    if (watched !== undefined) return [...names].some((name) => watched.has(name));
    const { parent, query } = this.#placed;
    const collectionId = query.from?.[0]?.collectionId;
    return [...names].some(
      (name) =>
        name.startsWith(`${parent}/`) &&
        (!collectionId || splitDocumentName(name).collectionId === collectionId),
    );
  }

  /**
   * What has changed since the last call, removals first; the first call returns everything.
   * @throws FirestoreError INVALID_ARGUMENT for a query that Firestore refuses.
   */
  news(readTime: TimestampMessage): DocumentEvent[] {
    const documents = this.#seen();
    const names = new Set(documents.map(({ name }) => name));
    const gone = [...this.#told.keys()].filter((name) => !names.has(name));
    const changed = documents.filter(
      ({ name, updatedMicros }) => this.#told.get(name) !== updatedMicros,
    );
    for (const name of gone) this.#told.delete(name);
    for (const { name, updatedMicros } of changed) this.#told.set(name, updatedMicros);
    return [
      ...gone.map((document) => {
        return { documentDelete: { document, removedTargetIds: [this.id], readTime } };
      }),
      ...changed.map((document) => {
        return {
          documentChange: { document: documentMessage(document), targetIds: [this.id] },
        };
      }),
    ];
  }

  #seen(): readonly StoredDocument[] {
    const { store, queries } = this.#sources;
    if (this.#names === undefined) return queries.run(this.#placed).documents;
    return [...this.#names]
      .map((name) => store.get(name))
      .filter((document) => document !== undefined);
  }
}
