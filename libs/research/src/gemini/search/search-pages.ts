import type { GroupFindings, Plan, QueryGroup } from '@dossier/contracts';
import type { GeminiParts } from '../gemini-parts.ts';
import { paidStep, type PaidContext } from '../paid-step.ts';
import { dataBlock } from '../prompts/data-block.ts';
import { prompt } from '../prompts/prompt.ts';
import { URL_CONTEXT } from '../tools/server-tools.ts';
import { toolsFor } from '../tools/tool-registry.ts';
import { askWithServerTools } from './ask-with-server-tools.ts';
import { readAnswer } from './read-answer.ts';
import { searchCall, searchWords } from './search-call.ts';

/** Reads the pages that the question and the operator name, in one request and without a search. */
export async function searchPages(
  { gateway, sources: rules }: GeminiParts,
  plan: Plan,
  group: QueryGroup,
  context: PaidContext,
): Promise<GroupFindings> {
  const { values, pageList, named } = searchWords(plan, group, rules);
  const reading = { group, rules, named };
  const offered = toolsFor({
    stage: 'search',
    grounding: rules.grounding,
    hasPages: named.pages.length > 0,
    hasCorpus: false,
    approved: [],
  });
  if (!offered.includes(URL_CONTEXT)) return readAnswer(undefined, reading);
  const text = prompt('search-pages', { ...values, pages: dataBlock('pages', pageList) });
  const call = searchCall(`search.${group.id}.pages`, text, context);
  const serverTools = { urlContext: true };
  // Kept as it is read: an answer can be longer than a document may be.
  return paidStep(context, call.step, async () =>
    readAnswer(await askWithServerTools(gateway, { ...call, serverTools }, context.clock), reading),
  );
}
