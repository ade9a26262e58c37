import type { Clock } from '@dossier/contracts';
import type { GeminiConfig } from '../config.ts';
import { ask } from './ask-model.ts';
import { Circuit } from './circuit.ts';
import type { GatewayParts, ModelEvent } from './gateway-parts.ts';
import { createGeminiClient } from './gemini-client.ts';
import type { ModelGateway, StructuredCall, Turn } from './model-gateway.ts';
import { proseRequest, structuredRequest } from './model-request.ts';
import { OTHER_MODELS } from './price.ts';
import { Slots } from './slots.ts';
import { structuredAnswer } from './structured-answer.ts';

export interface GatewaySurroundings {
  readonly clock: Clock;
  /** From 0 up to, not including, 1; spreads retries. */
  readonly random: () => number;
  /** Told of every request, for logs. Must not throw. */
  readonly observe?: (event: ModelEvent) => void;
}

/**
 * Gemini behind the gateway. One gateway per process: its slots and circuits hold for all who share it.
 * @throws Error when the price table has no entry for other models: what has no price could not be limited.
 */
export function createGeminiGateway(
  config: GeminiConfig,
  { clock, random, observe = () => undefined }: GatewaySurroundings,
): ModelGateway {
  if (!Object.hasOwn(config.prices.models, OTHER_MODELS)) {
    throw new Error(`the price table lacks an entry "${OTHER_MODELS}" for other models`);
  }
  const circuits = new Map<string, Circuit>();
  const parts: GatewayParts = {
    config,
    client: createGeminiClient(config),
    clock,
    random,
    slots: new Slots(config.concurrency),
    circuitOf: (model) => circuitIn(circuits, model, clock),
    observe,
  };
  return {
    prose: (call) => ask(parts, call, proseRequest(call, config.access.kind)),
    structured: <T extends object>(call: StructuredCall<T>) =>
      structuredAnswer(call, (again: StructuredCall<T>, history: readonly Turn[]) =>
        ask(parts, again, structuredRequest(again, history)),
      ),
  };
}

function circuitIn(circuits: Map<string, Circuit>, model: string, clock: Clock): Circuit {
  const circuit = circuits.get(model) ?? new Circuit(clock);
  circuits.set(model, circuit);
  return circuit;
}
