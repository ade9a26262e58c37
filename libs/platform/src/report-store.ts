import { createHash } from 'node:crypto';
import { Storage, type Bucket, type File, type FileMetadata } from '@google-cloud/storage';
import { Retryable, type RunId } from '@dossier/contracts';
import { removeEach } from '@dossier/workspace';

const PRECONDITION_FAILED = 412;
const NOT_FOUND = 404;
/** Lost races for the latest page before the command is better tried again later. */
const REPLACE_TRIES = 5;

export interface ReportStoreOptions {
  readonly projectId: string;
  readonly bucket: string;
  /** Address of a local object store; absent on Google Cloud. */
  readonly endpoint: string | undefined;
}

/** `signed`: opens only by a link whose signature is valid; `public`: by its address. */
export type ReportAccess = 'public' | 'signed';

/** What is said of an object beside its bytes. */
export interface ObjectTraits {
  readonly contentType: string;
  /** Kept with the object, so that a later change of the settings opens no page that is there. */
  readonly access: ReportAccess;
}

/** A stored page. */
export interface StoredObject extends ObjectTraits {
  readonly body: Buffer;
}

/** Report pages in a Cloud Storage bucket (or a local store of the same protocol). */
export class ReportStore {
  readonly #bucket: Bucket;

  constructor({ projectId, bucket, endpoint }: ReportStoreOptions) {
    const storage = new Storage({
      projectId,
      ...(endpoint === undefined
        ? {}
        : { apiEndpoint: endpoint, useAuthWithCustomEndpoint: false }),
    });
    this.#bucket = storage.bucket(bucket);
  }

  /** Makes the bucket of a local store. On Google Cloud the stacks make it. */
  async ensureBucket(): Promise<void> {
    const [exists] = await this.#bucket.exists();
    if (exists) return;
    await this.#bucket.create().catch((error: unknown) => {
      // Several processes may start at once: the loser finds the bucket made.
      if (codeOf(error) !== 409) throw error;
    });
  }

  /**
   * Creates an object that never changes again. If it exists (an attempt died after its upload), the
   * stored one stays.
   * @returns SHA-256 (hex) of what is stored now.
   * @throws Retryable `upload-failed`
   */
  async createOnce(name: string, body: string, traits: ObjectTraits): Promise<string> {
    try {
      await this.#bucket.file(name).save(body, {
        resumable: false,
        contentType: traits.contentType,
        metadata: metadataOf(traits, 'public, max-age=31536000, immutable'),
        preconditionOpts: { ifGenerationMatch: 0 },
      });
      return sha256(body);
    } catch (error) {
      if (codeOf(error) !== PRECONDITION_FAILED) {
        throw new Retryable('upload-failed', { cause: error });
      }
      const stored = await this.read(name);
      if (stored === undefined) throw new Retryable('upload-failed', { cause: error });
      return sha256(stored.body);
    }
  }

  /**
   * Points `name` at a version's page unless a newer version is there already. Each write is bound to
   * the generation it was decided on, so an old version never overtakes a new one.
   * @throws Retryable `upload-failed`
   */
  async replaceIfNewer(
    name: string,
    body: string,
    traits: ObjectTraits,
    version: number,
  ): Promise<void> {
    for (let tries = 0; tries < REPLACE_TRIES; tries += 1) {
      try {
        const file = this.#bucket.file(name);
        const current = await currentVersion(file);
        if (current.version >= version) return;
        await file.save(body, {
          resumable: false,
          contentType: traits.contentType,
          metadata: metadataOf(traits, 'no-cache', { version: String(version) }),
          preconditionOpts: { ifGenerationMatch: current.generation },
        });
        return;
      } catch (error) {
        if (codeOf(error) !== PRECONDITION_FAILED) {
          throw new Retryable('upload-failed', { cause: error });
        }
      }
    }
    throw new Retryable('upload-contended');
  }

  /** One object, or undefined when there is none. */
  async read(name: string): Promise<StoredObject | undefined> {
    try {
      const file = this.#bucket.file(name);
      const [[body], [metadata]] = await Promise.all([file.download(), file.getMetadata()]);
      const { contentType = 'application/octet-stream' } = metadata;
      return { body, contentType, access: accessIn(metadata) };
    } catch (error) {
      if (codeOf(error) === NOT_FOUND) return undefined;
      throw error;
    }
  }

  /**
   * How an object may be read; undefined when there is none.
   * @throws Retryable `store-unavailable`
   */
  async accessOf(name: string): Promise<ReportAccess | undefined> {
    try {
      const [metadata] = await this.#bucket.file(name).getMetadata();
      return accessIn(metadata);
    } catch (error) {
      if (codeOf(error) === NOT_FOUND) return undefined;
      throw new Retryable('store-unavailable', { cause: error });
    }
  }

  /**
   * Removes the signed pages of a run in every version; public ones stay, since whoever has the address
   * may still need them. Repeatable.
   * @returns false when it was stopped before the end.
   * @throws the client's error; what else was due has been tried all the same.
   */
  async removeSigned(runId: RunId, stop: AbortSignal): Promise<boolean> {
    const [files] = await this.#bucket.getFiles({ prefix: `reports/${runId}/` });
    const signed = files.filter(({ metadata }) => accessIn(metadata) === 'signed');
    const { complete, errors } = await removeEach(signed, stop, async (file) => {
      await file.delete({ ignoreNotFound: true });
    });
    if (errors.length > 0) throw errors[0];
    return complete;
  }
}

/** No cache between bucket and reader may keep what is for one person. */
function metadataOf(
  { access }: ObjectTraits,
  cacheControl: string,
  custom: Readonly<Record<string, string>> = {},
): { cacheControl: string; metadata?: Record<string, string> } {
  const metadata = access === 'signed' ? { ...custom, access } : { ...custom };
  return {
    cacheControl: access === 'signed' ? 'private, no-store' : cacheControl,
    ...(Object.keys(metadata).length > 0 && { metadata }),
  };
}

/** Objects from before there was this mark are public, as they were. */
function accessIn({ metadata }: FileMetadata): ReportAccess {
  return metadata?.['access'] === 'signed' ? 'signed' : 'public';
}

async function currentVersion(file: File): Promise<{ version: number; generation: number }> {
  try {
    const [metadata] = await file.getMetadata();
    return {
      version: Number(metadata.metadata?.['version'] ?? 0),
      generation: Number(metadata.generation),
    };
  } catch (error) {
    if (codeOf(error) === NOT_FOUND) return { version: 0, generation: 0 };
    throw error;
  }
}

function sha256(body: string | Buffer): string {
  return createHash('sha256').update(body).digest('hex');
}

function codeOf(error: unknown): number | undefined {
  if (typeof error !== 'object' || error === null || !('code' in error)) return undefined;
  return Number(error.code);
}
