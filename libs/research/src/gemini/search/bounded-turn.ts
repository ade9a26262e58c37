import type { FunctionCall, ProseAnswer } from '../gateway/model-gateway.ts';
import { storedBytes } from '../stored-bytes.ts';
import { MOST_CALLS } from '../tools/run-function-calls.ts';

/** Ids and short queries are all that is wanted of a model here, in UTF-16 units and bytes. */
const LONGEST_TEXT = 20_000;
const MOST_INPUT_BYTES = 4_000;
/** A provider's own mark on a call; real ones take a few thousand bytes. */
const MOST_MARK_BYTES = 40_000;
/** Names that Gemini takes of functions; a history with any other is refused as a whole. */
const NAME = /^[a-z_][a-z0-9_.:-]{0,63}$/iu;

/** What a turn of a model said and asked for. */
export interface ModelTurn {
  readonly text: string;
  readonly calls: readonly FunctionCall[];
}

/**
 * A turn that can be kept and sent back. One call more than may be answered stays, so that too many are
 * refused; one whose input is too large, or whose name is none, stays as a call of nothing, so that it is
 * refused, too.
 */
export function boundedTurn({ parts, calls }: Pick<ProseAnswer, 'parts' | 'calls'>): ModelTurn {
  return {
    text: parts.join('\n').slice(0, LONGEST_TEXT).toWellFormed(),
    calls: calls
      .slice(0, MOST_CALLS + 1)
      .filter(({ id = '', signature = '' }) => storedBytes([id, signature]) <= MOST_MARK_BYTES)
      .map(sendable),
  };
}

function sendable(call: FunctionCall): FunctionCall {
  if (storedBytes(call.args) > MOST_INPUT_BYTES) return { ...call, name: 'too-large', args: {} };
  return NAME.test(call.name) ? call : { ...call, name: 'not-a-name', args: {} };
}
