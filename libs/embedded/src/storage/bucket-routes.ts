import type { BucketTable, StoredBucket } from './bucket-table.ts';
import { checkPreconditions, preconditionsOf } from './preconditions.ts';
import { conditionNotMet, conflict, invalid, notFound, notImplemented } from './storage-error.ts';
import {
  emptyReply,
  jsonReply,
  parseJsonObject,
  wholeNumber,
  type StorageReply,
  type StorageRequest,
} from './storage-http.ts';

/** Settings that are kept and shown again; any other one would be ignored silently, so it is refused. */
const KEPT_SETTINGS = new Set(['location', 'storageClass', 'labels', 'iamConfiguration']);
/** https://cloud.google.com/storage/docs/buckets#naming */
const BUCKET_NAME = /^[a-z0-9][a-z0-9._-]{1,220}[a-z0-9]$/;
const MAX_PAGE = 1000;

/** The bucket resource of the JSON API. Callers run each method inside one transaction. */
export class BucketRoutes {
  readonly #buckets: BucketTable;
  readonly #endpoint: () => string;

  constructor(buckets: BucketTable, endpoint: () => string) {
    this.#buckets = buckets;
    this.#endpoint = endpoint;
  }

  /** `POST /b`. @throws StorageError 409 when the name is taken. */
  create(body: Uint8Array): StorageReply {
    const { name, ...settings } = parseJsonObject(body);
    if (typeof name !== 'string' || !BUCKET_NAME.test(name)) {
      throw invalid(
        'Invalid bucket name: 3 to 222 lower-case letters, digits, dots, dashes and underscores.',
      );
    }
    const unknown = Object.keys(settings).find((setting) => !KEPT_SETTINGS.has(setting));
    if (unknown !== undefined) throw notImplemented(`bucket setting "${unknown}"`);
    if (this.#buckets.find(name) !== undefined) {
      throw conflict(
        'Your previous request to create the named bucket succeeded and you already own it.',
      );
    }
    return jsonReply(this.#resource(this.#buckets.insert(name, settings)));
  }

  /** `GET /b`: one page, in order of names; the page token is the last name. */
  list({ query }: StorageRequest): StorageReply {
    const limit = Math.min(wholeNumber(query, 'maxResults') || MAX_PAGE, MAX_PAGE);
    const prefix = query.get('prefix') ?? '';
    const found = this.#buckets.list(prefix, query.get('pageToken') ?? '', limit + 1);
    const items = found.slice(0, limit);
    const next = found.length > limit ? items.at(-1)?.name : undefined;
    return jsonReply({
      kind: 'storage#buckets',
      items: items.map((bucket) => this.#resource(bucket)),
      ...(next !== undefined && { nextPageToken: next }),
    });
  }

  /** `GET /b/BUCKET`. */
  get(name: string, { query }: StorageRequest): StorageReply {
    return jsonReply(this.#resource(this.#matching(name, query)));
  }

  /** `DELETE /b/BUCKET`. @throws StorageError 409 when it holds objects. */
  remove(name: string, { query }: StorageRequest): StorageReply {
    this.#matching(name, query);
    if (!this.#buckets.isEmpty(name)) {
      throw conflict('The bucket you tried to delete is not empty.');
    }
    this.#buckets.remove(name);
    return emptyReply(204);
  }

  /** The bucket. @throws StorageError 404. */
  require(name: string): StoredBucket {
    const bucket = this.#buckets.find(name);
    if (bucket === undefined) throw notFound('The specified bucket does not exist.');
    return bucket;
  }

  #matching(name: string, query: URLSearchParams): StoredBucket {
    const bucket = this.require(name);
    const { metagenerationMatch, metagenerationNotMatch } = preconditionsOf(query);
    const versions = { generation: 0, metageneration: bucket.metageneration };
    if (checkPreconditions({ metagenerationMatch, metagenerationNotMatch }, versions) !== 'hold') {
      throw conditionNotMet();
    }
    return bucket;
  }

  #resource({ name, metageneration, createdMs, updatedMs, settings }: StoredBucket): object {
    return {
      kind: 'storage#bucket',
      id: name,
      selfLink: `${this.#endpoint()}/storage/v1/b/${name}`,
      name,
      location: 'LOCAL',
      storageClass: 'STANDARD',
      ...settings,
      metageneration: String(metageneration),
      etag: Buffer.from(String(metageneration)).toString('base64'),
      timeCreated: new Date(createdMs).toISOString(),
      updated: new Date(updatedMs).toISOString(),
    };
  }
}
