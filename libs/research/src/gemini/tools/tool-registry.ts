import type { FunctionTool } from '../gateway/model-gateway.ts';
import { LOCAL_CORPUS_SEARCH } from './local-corpus-search.ts';
import { GOOGLE_SEARCH, URL_CONTEXT } from './server-tools.ts';
import type { ToolDefinition, ToolState } from './tool-definition.ts';

/** Every tool there is. What is not in this table cannot happen, whatever a model names. */
export const TOOLS: readonly ToolDefinition[] = [GOOGLE_SEARCH, URL_CONTEXT, LOCAL_CORPUS_SEARCH];

/** The tools that a model may be offered now; those that need review only with a person's approval. */
export function toolsFor(
  state: ToolState,
  table: readonly ToolDefinition[] = TOOLS,
): readonly ToolDefinition[] {
  return table.filter(
    (tool) => tool.fits(state) && (!tool.needsReview || state.approved.includes(tool.name)),
  );
}

/** Functions as the gateway declares them to a model. */
export function declared(tools: readonly ToolDefinition[]): readonly FunctionTool[] {
  return tools
    .filter(({ kind }) => kind === 'function')
    .map(({ name, description, input }) => ({ name, description, parameters: input }));
}
