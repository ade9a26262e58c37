import type { Extract, Source, SourceLocation } from '@dossier/contracts';
import { markup, type SafeHtml } from './safe-html.ts';
import { addressOf, placeWithin, webAddress } from './source-place.ts';

/** A link out of the page, or plain text when the address is no web address. */
export function outwardLink(address: string, text: string): SafeHtml {
  const href = webAddress(address);
  return href === undefined
    ? markup`<bdi>${text}</bdi>`
    : markup`<a href="${href}" rel="noopener noreferrer nofollow"><bdi>${text}</bdi></a>`;
}

/** The address of a source: a path as text, a web page as a link that shows its own address. */
export function addressView(location: SourceLocation): SafeHtml {
  const address = addressOf(location);
  return location.kind === 'file'
    ? markup`<bdi class="path">${address}</bdi>`
    : markup`<span class="address">${outwardLink(address, address)}</span>`;
}

/** Where an extract stands: address › heading（第 n 行）. */
export function placeView(source: Source, extract: Extract): SafeHtml {
  return markup`${addressView(source.location)}<bdi>${placeWithin(source, extract)}</bdi>`;
}
