import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

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

/** Beside this file when run from source; in the sources of the app when bundled into its dist folder. */
const FOLDERS = ['./page/', '../src/chat/page/'];

/** The files of the chat page by name, read once: nothing else of the disk can be asked for. */
export class PageFiles {
  readonly #files: ReadonlyMap<string, PageFile>;

  /** @throws Error when the folder (or both of the usual ones) is not there. */
  constructor(folder = usualFolder()) {
    this.#files = new Map(
      readdirSync(folder).flatMap((name): [string, PageFile][] => {
        const contentType = CONTENT_TYPES[extname(name)];
        if (contentType === undefined) return [];
        return [[name, { contentType, body: readFileSync(join(folder, name)) }]];
      }),
    );
  }

  /** A file, or undefined when the page has none of that name. */
  find(name: string): PageFile | undefined {
    return this.#files.get(name);
  }
}

function usualFolder(): string {
  const folders = FOLDERS.map((folder) => fileURLToPath(new URL(folder, import.meta.url)));
  const found = folders.find((folder) => existsSync(join(folder, 'chat.html')));
  if (found !== undefined) return found;
  throw new Error(`The chat page is missing. Looked in ${folders.join(' and ')}; set pageFolder.`);
}
