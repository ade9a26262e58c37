import {
  type Evidence,
  type GroupFindings,
  type QueryGroup,
  type SearchSuggestion,
  type Source,
} from '@dossier/contracts';
import { extendSources, unknownTo } from '../../evidence/extend-sources.ts';
import { mergeFindings } from '../../evidence/merge-findings.ts';
import { roomBeside, withinRoom, withShortExcerpts } from './evidence-room.ts';

/** What the searches of a version come to, before anything is compared. */
export interface MergedSearches {
  /** Everything that the version may cite. */
  readonly sources: readonly Source[];
  /** Keys of the excerpts that its base does not hold. */
  readonly fresh: ReadonlySet<string>;
  /** How many excerpts there was no room for. */
  readonly dropped: number;
  readonly searchSuggestions: readonly SearchSuggestion[];
}

/**
 * One list of sources: all of the base's under their keys, letter for letter, then what is new. `findings`
 * come in plan order, so that the same searches always get the same keys.
 */
export function mergeSearches(
  findings: readonly GroupFindings[],
  groups: readonly QueryGroup[],
  base: Evidence | undefined,
): MergedSearches {
  const known = base?.sources ?? [];
  const searchSuggestions = suggestionsOf(findings, base);
  const found = unknownTo(known, mergeFindings(findings.map(withShortExcerpts)));
  const ids = groups.map(({ id }) => id);
  const kept = withinRoom(found, ids, roomBeside(base, searchSuggestions));
  const sources = extendSources(known, kept);
  const held = new Set(keysOf(known));
  return {
    sources,
    fresh: new Set(keysOf(sources).filter((key) => !held.has(key))),
    dropped: keysOf(found).length - keysOf(kept).length,
    searchSuggestions,
  };
}

/** As they were returned, each once: Google's terms want them shown as long as its results are. */
function suggestionsOf(
  findings: readonly GroupFindings[],
  base: Evidence | undefined,
): SearchSuggestion[] {
  const known = base?.searchSuggestions ?? [];
  const further = findings.flatMap(({ groupId, searchSuggestion }): SearchSuggestion[] =>
    searchSuggestion === undefined ? [] : [{ group: groupId, html: searchSuggestion }],
  );
  const isKnown = (one: SearchSuggestion): boolean =>
    known.some(({ group, html }) => group === one.group && html === one.html);
  return [...known, ...further.filter((one) => !isKnown(one))];
}

function keysOf(sources: readonly Source[]): string[] {
  return sources.flatMap(({ extracts }) => extracts.map(({ key }) => key));
}
