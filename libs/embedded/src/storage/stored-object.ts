import type { ObjectMetadata } from './object-metadata.ts';

/** One live object without its bytes. */
export interface StoredObject {
  readonly bucket: string;
  readonly name: string;
  /** Microseconds since 1970 of the upload, made unique: larger is newer. */
  readonly generation: number;
  /** 1 after an upload, +1 for each change of the metadata. */
  readonly metageneration: number;
  readonly size: number;
  /** Base64, as Cloud Storage writes checksums. */
  readonly md5: string;
  readonly crc32c: string;
  readonly createdMs: number;
  readonly updatedMs: number;
  readonly metadata: ObjectMetadata;
}

/** The object as the JSON API shows it: 64-bit numbers are strings, times are RFC 3339. */
export function objectResource(object: StoredObject, endpoint: string): object {
  const { bucket, name, generation, metageneration } = object;
  const path = `b/${encodeURIComponent(bucket)}/o/${encodeURIComponent(name)}`;
  const created = new Date(object.createdMs).toISOString();
  return {
    kind: 'storage#object',
    id: `${bucket}/${name}/${generation}`,
    selfLink: `${endpoint}/storage/v1/${path}`,
    mediaLink: `${endpoint}/download/storage/v1/${path}?generation=${generation}&alt=media`,
    name,
    bucket,
    generation: String(generation),
    metageneration: String(metageneration),
    ...object.metadata,
    storageClass: 'STANDARD',
    size: String(object.size),
    md5Hash: object.md5,
    crc32c: object.crc32c,
    etag: etagOf(object),
    timeCreated: created,
    timeFinalized: created,
    timeStorageClassUpdated: created,
    updated: new Date(object.updatedMs).toISOString(),
  };
}

/** Opaque to clients; changes with the content and with the metadata. */
export function etagOf({ generation, metageneration }: StoredObject): string {
  return Buffer.from(`${generation}/${metageneration}`).toString('base64');
}
