import type { GroundingChunk, UrlMetadata } from './generated-content.ts';
import { urlsIn } from './request-view.ts';

/** What becomes of a page by the first label of its host; every other page is read. */
const STATUS_BY_LABEL: Readonly<Record<string, UrlMetadata['urlRetrievalStatus']>> = {
  paywall: 'URL_RETRIEVAL_STATUS_PAYWALL',
  unsafe: 'URL_RETRIEVAL_STATUS_UNSAFE',
  missing: 'URL_RETRIEVAL_STATUS_ERROR',
};

/** A page that URL context has read. */
export interface ReadPage {
  readonly host: string;
  readonly chunk: GroundingChunk;
}

/** Pages that a prompt names, with what became of each, and those that were read. */
export function readPages(prompt: string): { metadata: UrlMetadata[]; pages: ReadPage[] } {
  const urls = urlsIn(prompt).filter((url) => URL.canParse(url));
  const metadata = urls.map((retrievedUrl) => ({
    retrievedUrl,
    urlRetrievalStatus: statusOf(new URL(retrievedUrl)),
  }));
  const read = metadata.filter(
    ({ urlRetrievalStatus }) => urlRetrievalStatus === 'URL_RETRIEVAL_STATUS_SUCCESS',
  );
  const pages = read.map(({ retrievedUrl: uri }) => {
    const { hostname: host } = new URL(uri);
    return { host, chunk: { web: { uri, title: host } } };
  });
  return { metadata, pages };
}

function statusOf({ hostname }: URL): UrlMetadata['urlRetrievalStatus'] {
  const [label = ''] = hostname.split('.');
  return STATUS_BY_LABEL[label] ?? 'URL_RETRIEVAL_STATUS_SUCCESS';
}
