import { createHash } from 'node:crypto';
import { PAGE_STYLE } from './page-style.ts';
import { markup, SafeHtml } from './safe-html.ts';

const NOTHING_ELSE = "img-src data:; base-uri 'none'; form-action 'none'";
const styleHash = createHash('sha256').update(PAGE_STYLE).digest('base64');

/** What a page forbids by itself: everything but its own style and inline pictures. */
function pagePolicy(styleSources: readonly string[]): string {
  const styles = [`'sha256-${styleHash}'`, ...styleSources].join(' ');
  return `default-src 'none'; style-src ${styles}; ${NOTHING_ELSE}`;
}

/**
 * The Content-Security-Policy header for stored report pages.
 *
 * A stored page never changes and so outlives this style; its own meta tag holds the hash of the
 * style it was made with. Browsers enforce both policies, so the header leaves the style to the page
 * and adds what a meta tag cannot say (CSP 3, 3.3: no frame-ancestors in meta).
 */
export const REPORT_PAGE_POLICY = `default-src 'none'; style-src 'unsafe-inline'; ${NOTHING_ELSE}; frame-ancestors 'none'`;

/** What stands in a document's head. */
interface PageHead {
  readonly title: string;
  readonly description: string;
  /** Styles of frames in the body, as sources of `style-src`. */
  readonly styleSources?: readonly string[];
}

/** A whole document around a body. No script, no outside resource, no referrer, no indexing. */
export function pageLayout(
  { title, description, styleSources = [] }: PageHead,
  body: SafeHtml,
): string {
  return markup`<!doctype html>
    <html lang="zh-Hant-TW">
      <head>
        <meta charset="utf-8" />
        <meta http-equiv="Content-Security-Policy" content="${new SafeHtml(pagePolicy(styleSources))}" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="referrer" content="no-referrer" />
        <meta name="robots" content="noindex" />
        <meta name="description" content="${description}" />
        <title>${title}</title>
        <style>${new SafeHtml(PAGE_STYLE)}</style>
      </head>
      <body>
        ${body}
      </body>
    </html> `.value;
}
