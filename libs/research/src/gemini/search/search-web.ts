import type { GroupFindings, Plan, QueryGroup } from '@dossier/contracts';
import type { ServerTools } from '../gateway/model-gateway.ts';
import type { GeminiParts, SourceRules } from '../gemini-parts.ts';
import type { PaidContext } from '../paid-step.ts';
import { dataBlock } from '../prompts/data-block.ts';
import { prompt } from '../prompts/prompt.ts';
import { hostNamed } from '../sources/host-names.ts';
import { GOOGLE_SEARCH, URL_CONTEXT } from '../tools/server-tools.ts';
import { toolsFor } from '../tools/tool-registry.ts';
import { askWithServerTools } from './ask-with-server-tools.ts';
import { readAnswer } from './read-answer.ts';
import { searchCall, searchWords } from './search-call.ts';

/**
 * One search with Google: an answer in prose, whose statements count only as far as the search tool
 * attributes them to pages. Links stay as they were returned; none is opened.
 */
export async function searchWeb(
  { gateway, sources: rules }: GeminiParts,
  plan: Plan,
  group: QueryGroup,
  context: PaidContext,
): Promise<GroupFindings> {
  const { values, pageList, named } = searchWords(plan, group, rules);
  const now = context.clock.now().toISOString();
  const text = prompt('search', {
    ...values,
    today: now.slice(0, 10),
    since: group.since ?? 'any day',
    pages: dataBlock('pages', pageList || 'none'),
  });
  const asked = await askWithServerTools(
    gateway,
    {
      ...searchCall(`search.${group.id}`, text, context),
      serverTools: serverTools(rules, group, { now, hasPages: named.pages.length > 0 }),
    },
    context.clock,
  );
  return readAnswer(asked, { group, rules, named });
}

function serverTools(
  { grounding, deny }: SourceRules,
  { since }: QueryGroup,
  { now, hasPages }: { readonly now: string; readonly hasPages: boolean },
): ServerTools {
  const state = { stage: 'search', grounding, hasPages, hasCorpus: false, approved: [] } as const;
  const offered = toolsFor(state);
  const search = {
    ...(isPast(since, now) ? { timeRange: { from: `${since}T00:00:00Z`, to: now } } : {}),
    ...(deny.length === 0 ? {} : { excludeDomains: deny.flatMap((host) => hostNamed(host) ?? []) }),
  };
  return {
    ...(offered.includes(GOOGLE_SEARCH) ? { googleSearch: search } : {}),
    ...(offered.includes(URL_CONTEXT) ? { urlContext: true } : {}),
  };
}

/** A range that ends before it begins, or on no day of the calendar, would be refused with the request. */
function isPast(day: string | undefined, now: string): day is string {
  return day !== undefined && !Number.isNaN(Date.parse(`${day}T00:00:00Z`)) && day < now;
}
