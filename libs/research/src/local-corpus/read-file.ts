import { createHash } from 'node:crypto';
import { constants } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { CORPUS_LIMITS, type SkipReason } from './walk-folder.ts';

/** A file's text, or the reason why it has none. */
export type ReadResult =
  { readonly text: string; readonly sha256: string } | { readonly skipped: SkipReason };

const utf8 = new TextDecoder('utf-8', { fatal: true });

/**
 * Reads one file of the corpus as UTF-8 text without its byte order mark.
 * `sha256` is over the bytes on disk, so the file can be checked without knowing how it was decoded.
 */
export async function readTextFile(folder: string, path: string): Promise<ReadResult> {
  const bytes = await readBytes(join(folder, path));
  if (bytes === null) return { skipped: 'unreadable' };
  if (bytes.length > CORPUS_LIMITS.fileBytes) return { skipped: 'too-large' };
  if (bytes.includes(0)) return { skipped: 'binary' };
  const text = decode(bytes);
  if (text === null) return { skipped: 'not-utf-8' };
  if (text.trim() === '') return { skipped: 'empty' };
  return { text, sha256: createHash('sha256').update(bytes).digest('hex') };
}

async function readBytes(path: string): Promise<Buffer | null> {
  // O_NOFOLLOW: the file may have been replaced by a link since the walk looked at it.
  const handle = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW).catch(() => null);
  if (handle === null) return null;
  try {
    return await handle.readFile();
  } catch {
    return null; // counted as unreadable by the caller
  } finally {
    await handle.close();
  }
}

function decode(bytes: Buffer): string | null {
  try {
    return utf8.decode(bytes); // TextDecoder drops the byte order mark
  } catch {
    return null; // the decoder's only error is "not UTF-8"
  }
}
