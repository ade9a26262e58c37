/** An entry of the embedded object store's log, as far as it is read here. */
interface RequestLogged {
  /** `POST /upload/storage/v1/b/BUCKET/o?uploadType=multipart&name=NAME 200`. */
  readonly message: string;
}

const WRITTEN = /^(?:POST|PUT) (\/upload\/\S+) 200$/;
const BUCKET = /\/b\/([^/]+)\/o$/;

/** Counts the uploads that a store accepted: hand `log` to `startObjectStore`. */
export class UploadJournal {
  readonly #writes = new Map<string, number>();

  /** Takes one line of the store's log. */
  readonly log = ({ message }: RequestLogged): void => {
    const path = WRITTEN.exec(message)?.[1];
    if (path === undefined) return;
    const { pathname, searchParams } = new URL(path, 'http://store');
    const bucket = decodeURIComponent(BUCKET.exec(pathname)?.[1] ?? '');
    const key = `${bucket}/${searchParams.get('name')}`;
    this.#writes.set(key, (this.#writes.get(key) ?? 0) + 1);
  };

  /** How often something was stored under this name. */
  writesOf(bucket: string, name: string): number {
    return this.#writes.get(`${bucket}/${name}`) ?? 0;
  }
}
