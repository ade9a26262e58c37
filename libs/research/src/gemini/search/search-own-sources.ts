import type { GroupFindings, Plan, QueryGroup } from '@dossier/contracts';
import type { GeminiParts } from '../gemini-parts.ts';
import type { PaidContext } from '../paid-step.ts';
import { joinedProblems } from './problems.ts';
import { searchCorpus } from './search-corpus.ts';
import { searchPages } from './search-pages.ts';
import { unlessBlocked } from './unless-blocked.ts';

/**
 * Searches without Google: the pages that the question and the operator name, and the operator's own
 * documents. Both at once, since a request takes either Google's tools or our functions.
 */
export async function searchOwnSources(
  parts: GeminiParts,
  plan: Plan,
  group: QueryGroup,
  context: PaidContext,
): Promise<GroupFindings> {
  // Both are waited for, also when one fails: what the other pays for is kept for the next attempt.
  const searches = await Promise.allSettled(
    [searchPages, searchCorpus].map((search) =>
      unlessBlocked(group.id, () => search(parts, plan, group, context)),
    ),
  );
  const found = searches.map((search) => {
    if (search.status === 'rejected') throw search.reason;
    return search.value;
  });
  const problems = joinedProblems(found.flatMap((each) => each.problems ?? []));
  return {
    groupId: group.id,
    sources: found.flatMap(({ sources }) => sources),
    ...(problems.length === 0 ? {} : { problems }),
  };
}
