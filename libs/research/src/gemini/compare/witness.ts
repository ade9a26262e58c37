import type { Source } from '@dossier/contracts';
import { documentKey } from '../../evidence/same-excerpt.ts';

/** Links that Google's search tool makes anew for each call: two of them may lead to one page. */
const REDIRECT = 'https://vertexaisearch.cloud.google.com/grounding-api-redirect/';

/**
 * Who says it: sources agree or contradict each other only when this differs. Of a link that hides its
 * page no more is known than the title, often only a host; two with one title might be one page, and
 * a page that agrees with itself is no agreement. They stay two sources all the same.
 */
export function witnessOf(source: Source): string {
  const { location, title } = source;
  if (location.kind === 'file') return `file ${location.path}`;
  return location.url.startsWith(REDIRECT)
    ? `title ${title.normalize('NFKC').trim().toLowerCase()}`
    : documentKey(source);
}
