import { readdirSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';

/** One file of the page, ready to be sent. */
export interface PageFile {
  readonly contentType: string;
  readonly body: Buffer;
}

const CONTENT_TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
};

const FOLDER = join(import.meta.dirname, 'page');

/** The files of the chat page by name, read once: nothing else of the disk can be asked for. */
export class PageFiles {
  readonly #files: ReadonlyMap<string, PageFile>;

  constructor() {
    this.#files = new Map(
      readdirSync(FOLDER).flatMap((name): [string, PageFile][] => {
        const contentType = CONTENT_TYPES[extname(name)];
        if (contentType === undefined) return [];
        return [[name, { contentType, body: readFileSync(join(FOLDER, name)) }]];
      }),
    );
  }

  /** A file, or undefined when the page has none of that name. */
  find(name: string): PageFile | undefined {
    return this.#files.get(name);
  }
}
