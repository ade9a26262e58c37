import { Retryable } from '@dossier/contracts';
import { guardOf } from './json-schema.ts';
import type { ToolContext, ToolDefinition } from './tool-definition.ts';

/** The most characters of a result that a model is shown. */
const LONGEST_RESULT = 12_000;

type RunnableTool = ToolDefinition & Required<Pick<ToolDefinition, 'run'>>;

/**
 * Runs a function whose input was checked, with its time-out and tries. What may pass (`Retryable`, no
 * answer in time) and what its output schema refuses come back as an error for the model to read.
 * @throws the signal's reason when it aborts; whatever a bug in the tool throws.
 */
export async function runTool(
  tool: RunnableTool,
  input: unknown,
  context: ToolContext,
): Promise<object> {
  for (let tried = 0; tried < tool.tries; tried += 1) {
    const output = await oneTry(tool, input, context);
    if (output === undefined) continue;
    return guardOf<object>(tool.output)(output) ? shortened(output) : { error: 'unusable result' };
  }
  return { error: 'not available now' };
}

/** Undefined when trying again may help. */
async function oneTry(
  tool: RunnableTool,
  input: unknown,
  context: ToolContext,
): Promise<object | undefined> {
  context.signal.throwIfAborted();
  const over = new AbortController();
  const signal = AbortSignal.any([context.signal, over.signal]);
  try {
    const output = await Promise.race([
      tool.run(input, { ...context, signal }),
      context.clock.sleep(tool.timeoutMs, signal).then(() => undefined),
    ]);
    context.signal.throwIfAborted();
    return output;
  } catch (error) {
    context.signal.throwIfAborted();
    if (error instanceof Retryable) return undefined;
    throw error;
  } finally {
    over.abort(); // a tool that is late stops, and so does the wait of one that was in time
  }
}

/** A schema bounds the shape of a result, hardly its size. */
function shortened(output: object): object {
  const text = JSON.stringify(output);
  return text.length <= LONGEST_RESULT
    ? output
    : { truncated: true, json: text.slice(0, LONGEST_RESULT).toWellFormed() };
}
