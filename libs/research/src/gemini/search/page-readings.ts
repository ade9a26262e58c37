import type { ProseAnswer } from '../gateway/model-gateway.ts';
import { hostOf, webUrl } from '../sources/host-names.ts';
import { samePage } from '../sources/url-strings.ts';

/** What became of the pages that an answer read, or was to read. */
export class PageReadings {
  readonly #isRead = new Map<string, boolean>();
  readonly #hosts: ReadonlySet<string>;
  /** Pages of which nothing may be used. */
  readonly unread: number;

  constructor(named: readonly string[], pages: ProseAnswer['pages']) {
    for (const { url, status } of pages) {
      const page = samePage(url);
      // A page that is listed as read and as not read is taken as not read.
      this.#isRead.set(page, status === 'success' && this.#isRead.get(page) !== false);
    }
    this.#hosts = new Set(named.map(siteOf));
    const answered = new Set([...this.#isRead.keys()].map(siteOf));
    const failed = [...this.#isRead.values()].filter((isRead) => !isRead).length;
    this.unread = failed + named.filter((url) => !answered.has(siteOf(url))).length;
  }

  /** Whether the tool says that it could not read the page. */
  hasFailed(url: string): boolean {
    return this.#isRead.get(samePage(url)) === false;
  }

  /**
   * Whether the page was read because somebody named it. A page may have led on to another address,
   * but hardly to another site.
   */
  wasNamedAndRead(url: string): boolean {
    return this.#isRead.get(samePage(url)) === true && this.#hosts.has(siteOf(url));
  }
}

function siteOf(address: string): string {
  const url = webUrl(address);
  return url === undefined ? '' : hostOf(url).replace(/^www\./u, '');
}
