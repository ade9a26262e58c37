import type { GroupFindings, Plan, QueryGroup } from '@dossier/contracts';
import type { Sentence } from '../../local-corpus/corpus-index.ts';
import { toFindings } from '../../local-corpus/to-findings.ts';
import type { ModelGateway, ProseCall, Turn } from '../gateway/model-gateway.ts';
import type { GeminiParts } from '../gemini-parts.ts';
import { paidStep, type PaidContext } from '../paid-step.ts';
import { prompt } from '../prompts/prompt.ts';
import { MOST_REFUSED_ANSWERS, runFunctionCalls } from '../tools/run-function-calls.ts';
import type { ToolContext, ToolDefinition } from '../tools/tool-definition.ts';
import { declared, toolsFor } from '../tools/tool-registry.ts';
import { boundedTurn } from './bounded-turn.ts';
import { CorpusExcerpts } from './corpus-excerpts.ts';
import { problemsOf } from './problems.ts';
import { searchCall, searchWords } from './search-call.ts';

/** Requests for one group: a search, two further ones in other words or languages, and the choice. */
const MOST_ROUNDS = 4;
/** More excerpts of one group would crowd out the others when all of them are compared. */
const MOST_EXCERPTS = 20;

/**
 * Lets the model search the operator's documents and choose among what was found. Only excerpts that a
 * search gave can be chosen. When it chooses none or names other tools, the group's own query decides.
 */
export async function searchCorpus(
  { gateway, sources: rules, corpus }: GeminiParts,
  plan: Plan,
  group: QueryGroup,
  context: PaidContext,
): Promise<GroupFindings> {
  const snapshot = (await corpus?.snapshot(context)) ?? null;
  const state = { stage: 'search', grounding: rules.grounding, hasPages: false } as const;
  const tools = toolsFor({ ...state, hasCorpus: snapshot !== null, approved: [] });
  const offered = tools.filter(({ kind }) => kind === 'function');
  if (snapshot === null || offered.length === 0) return { groupId: group.id, sources: [] };
  const excerpts = new CorpusExcerpts(snapshot, context);
  const { values } = searchWords(plan, group, rules);
  const call = searchCall(`search.${group.id}`, prompt('search-corpus', values), context);
  const { chosen, refused } = await converse({ gateway, call, offered, excerpts }, context);
  const sentences = chosen.length > 0 ? chosen : excerpts.withoutModel(plan, group);
  const problems = problemsOf({ 'tool-refused': refused });
  return {
    ...toFindings(group.id, sentences.slice(0, MOST_EXCERPTS), snapshot.readAt),
    ...(problems.length === 0 ? {} : { problems }),
  };
}

/** A conversation about what the documents hold. */
interface Conversation {
  readonly gateway: ModelGateway;
  readonly call: ProseCall;
  readonly offered: readonly ToolDefinition[];
  readonly excerpts: CorpusExcerpts;
}

async function converse(
  { gateway, call, offered, excerpts }: Conversation,
  context: PaidContext,
): Promise<{ readonly chosen: readonly Sentence[]; readonly refused: number }> {
  const toolContext: ToolContext = {
    signal: context.signal,
    clock: context.clock,
    searchCorpus: (query, language) => Promise.resolve(excerpts.search(query, language)),
  };
  const history: Turn[] = [];
  let refused = 0;
  let refusedAnswers = 0;
  for (let round = 1; round <= MOST_ROUNDS; round += 1) {
    const step = `${call.step}.${round}`;
    const { text, calls } = await paidStep(context, step, async () =>
      boundedTurn(
        await gateway.prose({ ...call, step, functions: declared(offered), history: [...history] }),
      ),
    );
    if (calls.length === 0) return { chosen: excerpts.named(text), refused };
    const answered = await runFunctionCalls(calls, offered, toolContext);
    refused += answered.refused;
    if (answered.refused > 0) refusedAnswers += 1;
    if (refusedAnswers >= MOST_REFUSED_ANSWERS) return { chosen: [], refused };
    history.push(
      {
        by: 'model',
        ...(text === '' ? {} : { text }),
        calls: calls.slice(0, answered.results.length),
      },
      { by: 'us', results: answered.results },
    );
  }
  return { chosen: excerpts.all, refused };
}
