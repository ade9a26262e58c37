import type { ListCollectionIdsRequest, ListDocumentsRequest } from '../protocol/rpc-messages.ts';
import type { DocumentMessage } from '../protocol/value-messages.ts';
import type { DocumentStore } from '../storage/document-store.ts';
import { documentMessage } from '../storage/stored-document.ts';
import { compareUtf8 } from '../values/utf8-order.ts';

const DEFAULT_PAGE_SIZE = 300;

/** `google.firestore.v1.ListDocumentsResponse`. */
export interface ListDocumentsResponse {
  readonly documents: readonly DocumentMessage[];
  /** Id of the first document of the next page, empty after the last. */
  readonly nextPageToken: string;
}

/** Lists collections and documents by name. */
export class ListService {
  readonly #store: DocumentStore;

  constructor(store: DocumentStore) {
    this.#store = store;
  }

  /** ListCollectionIds: the collections directly below a document or the root, all on one page. */
  collectionIds({ parent = '' }: ListCollectionIdsRequest): { collectionIds: string[] } {
    const ids = this.#store.namesBelow(parent).map((name) => childOf(name, parent));
    return { collectionIds: [...new Set(ids)].sort(compareUtf8) };
  }

  /**
   * ListDocuments: a page of a collection by id. With `showMissing` it includes documents that do
   * not exist but have subcollections; those come with a name only.
   */
  documents(request: ListDocumentsRequest): ListDocumentsResponse {
    const collection = `${request.parent ?? ''}/${request.collectionId ?? ''}`;
    const ids = this.#idsIn(collection, request.showMissing ?? false);
    const token = request.pageToken ?? '';
    const remaining = ids.filter((id) => compareUtf8(id, token) >= 0);
    const size = request.pageSize || DEFAULT_PAGE_SIZE;
    return {
      documents: remaining.slice(0, size).map((id) => {
        const name = `${collection}/${id}`;
        const document = this.#store.get(name);
        return document ? documentMessage(document, request.mask) : { name };
      }),
      nextPageToken: remaining[size] ?? '',
    };
  }

  #idsIn(collection: string, showMissing: boolean): string[] {
    const names = this.#store.namesBelow(collection);
    const isDirect = (name: string) => !name.slice(collection.length + 1).includes('/');
    const ids = names.filter((name) => showMissing || isDirect(name));
    return [...new Set(ids.map((name) => childOf(name, collection)))].sort(compareUtf8);
  }
}

function childOf(name: string, parent: string): string {
  const rest = name.slice(parent.length + 1);
  return rest.split('/', 1)[0] ?? rest;
}
