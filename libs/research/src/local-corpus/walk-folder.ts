import { lstat, readdir, realpath } from 'node:fs/promises';
import { extname, join } from 'node:path';

/** File name endings that are read, and what they hold. */
const DOCUMENT_FORMATS = {
  '.md': 'markdown',
  '.markdown': 'markdown',
  '.txt': 'plain',
  '.html': 'html',
  '.htm': 'html',
} as const;
export type DocumentFormat = (typeof DOCUMENT_FORMATS)[keyof typeof DOCUMENT_FORMATS];

/** Why a file of the folder is not searched. Other formats and hidden files are not even counted. */
export type SkipReason =
  | 'binary'
  | 'duplicate'
  | 'empty'
  | 'invalid-glossary'
  | 'not-utf-8'
  | 'symlink'
  | 'too-deep'
  | 'too-large'
  | 'too-many'
  | 'unreadable';

/** How many files each reason kept out. */
export type SkippedFiles = ReadonlyMap<SkipReason, number>;

/** A document of the folder that has been seen but not read yet. */
export interface FoundFile {
  /** Relative to the folder, with `/` separators. */
  readonly path: string;
  readonly format: DocumentFormat;
  readonly bytes: number;
  readonly modifiedMs: number;
}

/** What a walk found: documents in path order, and what it left out. */
export interface FolderListing {
  readonly files: readonly FoundFile[];
  readonly skipped: SkippedFiles;
  /** Changes whenever a document is added, removed, resized or touched. */
  readonly fingerprint: string;
}

/**
 * Bounds of one corpus: its index is built in memory, some 10 s and 400 MB for the whole of it. Beyond them a
 * folder is a job for a search engine.
 */
export const CORPUS_LIMITS = {
  fileBytes: 2 * 1024 * 1024,
  totalBytes: 8 * 1024 * 1024,
  files: 2_000,
  depth: 24,
} as const;

/** The one file of a corpus folder that is not a document: terms that mean the same. */
export const GLOSSARY_FILE = 'glossary.json';

/**
 * Lists the documents of a folder, always in the same order.
 * Never follows a link: a link could lead out of the folder, and inside it would only repeat a document.
 * @returns null when the folder does not exist or is no folder.
 */
export async function walkFolder(folder: string): Promise<FolderListing | null> {
  const root = await realpath(folder).catch(() => null);
  if (root === null || !(await lstat(root)).isDirectory()) return null;
  const walk = new FolderWalk(root);
  await walk.run();
  return walk.listing();
}

/** Adds one to the count of a reason. */
export function countSkipped(skipped: Map<SkipReason, number>, reason: SkipReason): void {
  skipped.set(reason, (skipped.get(reason) ?? 0) + 1);
}

class FolderWalk {
  readonly #root: string;
  readonly #files: FoundFile[] = [];
  readonly #skipped = new Map<SkipReason, number>();
  #totalBytes = 0;
  #glossary = '';

  constructor(root: string) {
    this.#root = root;
  }

  async run(): Promise<void> {
    const folders = [{ path: '', depth: 0 }];
    for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
      const entries = await readdir(join(this.#root, folder.path), { withFileTypes: true }).catch(
        () => null,
      );
      if (entries === null) {
        countSkipped(this.#skipped, 'unreadable');
        continue;
      }
      const inner: string[] = [];
      for (const entry of entries.sort((a, b) => compareNames(a.name, b.name))) {
        if (entry.name.startsWith('.') || entry.name === 'node_modules') continue;
        const path = folder.path === '' ? entry.name : `${folder.path}/${entry.name}`;
        if (entry.isDirectory()) inner.push(path);
        else await this.#see(path, entry.isSymbolicLink());
      }
      if (inner.length > 0 && folder.depth >= CORPUS_LIMITS.depth) {
        countSkipped(this.#skipped, 'too-deep');
        continue;
      }
      for (const path of inner.reverse()) folders.push({ path, depth: folder.depth + 1 });
    }
  }

  listing(): FolderListing {
    const files = this.#files.toSorted((a, b) => compareNames(a.path, b.path));
    const state = files.map((file) => `${file.path}\0${file.bytes}\0${file.modifiedMs}`);
    return { files, skipped: this.#skipped, fingerprint: [this.#glossary, ...state].join('\n') };
  }

  async #see(path: string, isLink: boolean): Promise<void> {
    if (path === GLOSSARY_FILE && !isLink) {
      const stat = await lstat(join(this.#root, path)).catch(() => null);
      this.#glossary = stat === null ? '' : `${stat.size}\0${stat.mtimeMs}`;
      return;
    }
    const format = formatOf(path);
    if (format === null) return;
    if (isLink) return countSkipped(this.#skipped, 'symlink');
    const stat = await lstat(join(this.#root, path)).catch(() => null);
    // Pipes and sockets named like documents would block the reader for ever.
    if (!stat?.isFile()) return countSkipped(this.#skipped, 'unreadable');
    if (stat.size === 0) return countSkipped(this.#skipped, 'empty');
    if (stat.size > CORPUS_LIMITS.fileBytes) return countSkipped(this.#skipped, 'too-large');
    this.#totalBytes += stat.size;
    if (this.#files.length >= CORPUS_LIMITS.files || this.#totalBytes > CORPUS_LIMITS.totalBytes) {
      return countSkipped(this.#skipped, 'too-many');
    }
    this.#files.push({ path, format, bytes: stat.size, modifiedMs: stat.mtimeMs });
  }
}

function formatOf(path: string): DocumentFormat | null {
  const ending = extname(path).toLowerCase();
  return Object.entries(DOCUMENT_FORMATS).find(([known]) => known === ending)?.[1] ?? null;
}

/** By code unit: the same order on every machine, whatever its locale. */
function compareNames(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
