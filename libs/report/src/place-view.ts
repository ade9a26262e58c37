import type { Extract, Source } from '@dossier/contracts';
import { markup, type SafeHtml } from './safe-html.ts';
import { addressOf, isRedirect, placeWithin, siteOf, webAddress } from './source-place.ts';

/** A link out of the page, or plain text when the address is no web address. */
function outwardLink(address: string, text: string): SafeHtml {
  const href = webAddress(address);
  return href === undefined
    ? markup`<bdi>${text}</bdi>`
    : markup`<a href="${href}" rel="noopener noreferrer nofollow"><bdi>${text}</bdi></a>`;
}

/**
 * The address of a source: a path as text, a web page as a link that shows its own address. A link
 * that only leads on shows the site instead, since its own address says nothing.
 */
export function addressView(source: Pick<Source, 'title' | 'location'>): SafeHtml {
  const { location } = source;
  const address = addressOf(location);
  if (location.kind === 'file') return markup`<bdi class="path">${address}</bdi>`;
  const shown = isRedirect(location) ? siteOf(source) : address;
  return markup`<span class="address">${outwardLink(address, shown)}</span>`;
}

/** Where an extract stands: address › heading（第 n 行）. */
export function placeView(source: Source, extract: Extract): SafeHtml {
  return markup`${addressView(source)}<bdi>${placeWithin(source, extract)}</bdi>`;
}
