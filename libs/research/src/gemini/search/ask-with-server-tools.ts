import type { Clock } from '@dossier/contracts';
import type { ModelGateway, ProseAnswer, ProseCall } from '../gateway/model-gateway.ts';
import { MOST_REFUSED_ANSWERS } from '../tools/run-function-calls.ts';

/** An answer, or none when the model went on to call what it was not offered. */
export interface ServerToolAnswer {
  readonly answer?: ProseAnswer;
  /** When it came, ISO 8601 UTC. */
  readonly at: string;
  /** Calls that were refused. */
  readonly refused: number;
}

/**
 * Asks with the provider's own tools. No function is offered beside them, so every call in an answer
 * is refused with the answer; it is asked once more, and after that the caller takes its fallback.
 */
export async function askWithServerTools(
  gateway: ModelGateway,
  call: ProseCall,
  clock: Clock,
): Promise<ServerToolAnswer> {
  let refused = 0;
  for (let asked = 0; asked < MOST_REFUSED_ANSWERS; asked += 1) {
    const step = asked === 0 ? call.step : `${call.step}.again`;
    const answer = await gateway.prose({ ...call, step });
    if (answer.calls.length === 0) return { answer, at: clock.now().toISOString(), refused };
    refused += answer.calls.length;
  }
  return { at: clock.now().toISOString(), refused };
}
