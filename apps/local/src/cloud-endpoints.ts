import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { TIMING_PROFILES, type TimingProfile } from '@dossier/contracts';

const TEXTS = ['project', 'pubsub', 'firestore', 'storage'];
const PROFILES = Object.keys(TIMING_PROFILES);

/** Where a running Dossier's embedded servers listen, for tools that are started beside it. */
export interface CloudEndpoints {
  /** The process that serves. A file left by a killed one is told by it: the folder's lock has another owner, or none. */
  readonly pid: number;
  readonly project: string;
  /** `host:port` */
  readonly pubsub: string;
  /** `host:port` */
  readonly firestore: string;
  /** Web address. */
  readonly storage: string;
  /** The clocks that its workers go by: a tool that changes a run must use the same. */
  readonly timings: TimingProfile;
}

/** Inside a data folder: the folder of the embedded servers. */
export function cloudFolderOf(dataFolder: string): string {
  return join(dataFolder, 'cloud');
}

/** Leaves the addresses in a data folder, readable by its owner only: whoever has them may change every run. */
export async function leaveCloudEndpoints(
  dataFolder: string,
  endpoints: CloudEndpoints,
): Promise<void> {
  const file = fileIn(dataFolder);
  await mkdir(dataFolder, { recursive: true });
  // Written aside and renamed: a reader never sees half a file, nor the mode of an older one.
  const aside = `${file}.${endpoints.pid}`;
  await writeFile(aside, `${JSON.stringify(endpoints)}\n`, { mode: 0o600 });
  await rename(aside, file);
}

/** Takes the addresses away; none there is as good. */
export async function removeCloudEndpoints(dataFolder: string): Promise<void> {
  await rm(fileIn(dataFolder), { force: true });
}

/**
 * The addresses left in a data folder. They may be those of a process that was killed: compare `pid`
 * with the owner of the folder's lock.
 * @returns undefined when there is no file, or one that this Dossier did not write.
 */
export async function readCloudEndpoints(dataFolder: string): Promise<CloudEndpoints | undefined> {
  try {
    const stored: unknown = JSON.parse(await readFile(fileIn(dataFolder), 'utf8'));
    return isEndpoints(stored) ? stored : undefined;
  } catch (error) {
    if (error instanceof SyntaxError || hasCode(error, 'ENOENT')) return undefined;
    throw error;
  }
}

function fileIn(dataFolder: string): string {
  return join(dataFolder, 'cloud.json');
}

function isEndpoints(value: unknown): value is CloudEndpoints {
  if (typeof value !== 'object' || value === null) return false;
  const fields = new Map<string, unknown>(Object.entries(value));
  return (
    Number.isSafeInteger(fields.get('pid')) &&
    TEXTS.every((name) => typeof fields.get(name) === 'string') &&
    PROFILES.some((profile) => profile === fields.get('timings'))
  );
}

function hasCode(error: unknown, code: string): boolean {
  return typeof error === 'object' && error !== null && 'code' in error && error.code === code;
}
