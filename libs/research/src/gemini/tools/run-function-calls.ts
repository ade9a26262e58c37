import type { FunctionCall, FunctionResult } from '../gateway/model-gateway.ts';
import { guardOf } from './json-schema.ts';
import { runTool } from './run-tool.ts';
import type { ToolContext, ToolDefinition } from './tool-definition.ts';

/** Answers with calls that were refused, after which a stage does without the model's tools. */
export const MOST_REFUSED_ANSWERS = 2;

/** More calls in one answer are a loop or an attack: those beyond are refused without an answer. */
export const MOST_CALLS = 8;

/** What came of the calls in one answer. */
export interface CallResults {
  /** Of the first calls, in their order, each under the name that the model used: it is answered by that. */
  readonly results: readonly FunctionResult[];
  /** Calls of what is not offered, with input that its schema refuses, or beyond the most. */
  readonly refused: number;
}

/**
 * Answers the calls of a model. Only functions that were offered run, and only on input that their
 * schema accepts; everything else is refused without any effect.
 */
export async function runFunctionCalls(
  calls: readonly FunctionCall[],
  offered: readonly ToolDefinition[],
  context: ToolContext,
): Promise<CallResults> {
  const results: FunctionResult[] = [];
  const answered = calls.slice(0, MOST_CALLS);
  let refused = calls.length - answered.length;
  for (const call of answered) {
    const work = permitted(call, offered);
    if (work === undefined) refused += 1;
    const response = work === undefined ? { error: 'refused' } : await work(context);
    const { name, id } = call;
    results.push({ name, ...(id === undefined ? {} : { id }), response });
  }
  return { results, refused };
}

/** What an allowed call does; undefined when it is not allowed. */
function permitted(
  { name, args }: FunctionCall,
  offered: readonly ToolDefinition[],
): ((context: ToolContext) => Promise<object>) | undefined {
  const tool = offered.find((each) => each.name === name);
  const run = tool?.kind === 'function' ? tool.run : undefined;
  if (tool === undefined || run === undefined || !guardOf(tool.input)(args)) return undefined;
  return (context) => runTool({ ...tool, run }, args, context);
}
