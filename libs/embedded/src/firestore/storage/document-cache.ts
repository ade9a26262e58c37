import type { StoredDocument } from './stored-document.ts';

/**
 * Decoded current versions, the least recently used dropped first. Decoding is what a query spends
 * most of its time on, so this is what makes repeated scans of a collection cheap.
 */
export class DocumentCache {
  readonly #maxBytes: number;
  readonly #entries = new Map<string, { document: StoredDocument; bytes: number }>();
  #bytes = 0;

  /** @param maxBytes bound on the encoded size of all documents kept. */
  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  /** The cached version, only if it is the one written at `updatedMicros`. */
  get(name: string, updatedMicros: number): StoredDocument | undefined {
    const entry = this.#entries.get(name);
    if (entry?.document.updatedMicros !== updatedMicros) return undefined;
    this.#entries.delete(name);
    this.#entries.set(name, entry);
    return entry.document;
  }

  /**
   * Keeps a version; `bytes` is its encoded size. A scan passes `onlyIfRoom`: a collection larger
   * than the cache would else drive out, in each scan, just what the next one needs first.
   */
  put(document: StoredDocument, bytes: number, { onlyIfRoom = false } = {}): void {
    this.delete(document.name);
    if (onlyIfRoom && this.#bytes + bytes > this.#maxBytes) return;
    this.#entries.set(document.name, { document, bytes });
    this.#bytes += bytes;
    for (const oldest of this.#entries.keys()) {
      if (this.#bytes <= this.#maxBytes) break;
      this.delete(oldest);
    }
  }

  /** Forgets a document. */
  delete(name: string): void {
    const entry = this.#entries.get(name);
    if (entry === undefined) return;
    this.#bytes -= entry.bytes;
    this.#entries.delete(name);
  }
}
