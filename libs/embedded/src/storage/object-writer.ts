import { createHash } from 'node:crypto';
import type { BucketTable } from './bucket-table.ts';
import { crc32c } from './crc32c.ts';
import type { ObjectMetadata } from './object-metadata.ts';
import type { ObjectTable } from './object-table.ts';
import { checkPreconditions, type Preconditions } from './preconditions.ts';
import { conditionNotMet, invalid, notFound } from './storage-error.ts';
import type { StoredObject } from './stored-object.ts';

/** Where an object goes, and under which conditions. */
export interface ObjectTarget {
  readonly bucket: string;
  readonly name: string;
  readonly conditions: Preconditions;
}

/** Base64 checksums that the client computed; absent ones are not compared. */
export interface ExpectedChecksums {
  readonly md5?: string | undefined;
  readonly crc32c?: string | undefined;
}

const MAX_NAME_BYTES = 1024;

/** The rules that every way of writing an object obeys. Callers hold the transaction. */
export class ObjectWriter {
  readonly #buckets: BucketTable;
  readonly #objects: ObjectTable;

  constructor(buckets: BucketTable, objects: ObjectTable) {
    this.#buckets = buckets;
    this.#objects = objects;
  }

  /** @throws StorageError 400 bad name, 404 no such bucket, 412 a precondition does not hold. */
  checkTarget({ bucket, name, conditions }: ObjectTarget): void {
    if (this.#buckets.find(bucket) === undefined) {
      throw notFound('The specified bucket does not exist.');
    }
    checkName(name);
    if (checkPreconditions(conditions, this.#objects.find(bucket, name)) !== 'hold') {
      throw conditionNotMet();
    }
  }

  /** Writes a new generation. @throws StorageError as `checkTarget`, and 400 for a wrong checksum. */
  write(
    target: ObjectTarget,
    content: Uint8Array,
    metadata: ObjectMetadata,
    expected: ExpectedChecksums = {},
  ): StoredObject {
    this.checkTarget(target);
    checkChecksums(content, expected);
    return this.#objects.replace(target.bucket, target.name, content, {
      ...metadata,
      contentType: metadata.contentType ?? 'application/octet-stream',
    });
  }
}

/** Reads `crc32c=...,md5=...`. */
export function checksumsOf(header: string | string[] | undefined): ExpectedChecksums {
  const pairs = [header ?? []].flat().flatMap((line) => line.split(','));
  const find = (key: string): string | undefined =>
    pairs
      .map((pair) => pair.trim())
      .find((pair) => pair.startsWith(`${key}=`))
      ?.slice(key.length + 1);
  return { md5: find('md5'), crc32c: find('crc32c') };
}

function checkChecksums(content: Uint8Array, expected: ExpectedChecksums): void {
  const md5 = (): string => createHash('md5').update(content).digest('base64');
  const pairs = [
    ['MD5 hash', expected.md5, md5],
    ['CRC32C', expected.crc32c, () => crc32c(content)],
  ] as const;
  for (const [label, wanted, calculate] of pairs) {
    if (wanted !== undefined && wanted !== calculate()) {
      throw invalid(
        `Provided ${label} "${wanted}" doesn't match calculated ${label} "${calculate()}".`,
      );
    }
  }
}

/** https://cloud.google.com/storage/docs/objects#naming */
function checkName(name: string): void {
  const fits = name !== '' && Buffer.byteLength(name) <= MAX_NAME_BYTES;
  const allowed =
    !/[\r\n\0]/.test(name) &&
    name !== '.' &&
    name !== '..' &&
    !name.startsWith('.well-known/acme-challenge/');
  if (!fits || !allowed) {
    throw invalid(
      `Invalid object name: 1 to ${MAX_NAME_BYTES} bytes of UTF-8, no line ends, not "." or "..".`,
    );
  }
}
