import type { FoundExtract, GroupFindings } from '@dossier/contracts';

type FoundSource = Pick<GroupFindings['sources'][number], 'location' | 'sha256'>;

/**
 * Which document a source is; equal for findings that become one source. A file that changed between two
 * searches is two: offsets do not mix. A web page is its address, letter for letter but for the fragment:
 * what a model read of it, and so the hash, differs with each call. Links that a search tool made anew for
 * each call stay apart, since a title that is only a host says nothing about the page.
 */
export function documentKey({ location, sha256 }: FoundSource): string {
  return location.kind === 'file'
    ? `file ${location.path}\n${sha256}`
    : `web ${location.url.replace(/#.*$/su, '')}`;
}

/**
 * Which excerpt of its document this is. Those of a web page count by their words: offsets stand in the
 * answer that quoted it, and each call gives another.
 */
export function excerptKey(
  { location }: Pick<FoundSource, 'location'>,
  { text, start, end }: Pick<FoundExtract, 'text' | 'start' | 'end'>,
): string {
  return location.kind === 'file' ? `${start}-${end}` : text;
}
