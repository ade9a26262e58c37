import type { Clock, ModelTier } from '@dossier/contracts';
import type { GeminiConfig } from '../config.ts';
import type { Circuit } from './circuit.ts';
import type { GeminiClient } from './gemini-client.ts';
import type { Slots } from './slots.ts';

/** What every request goes through. */
export interface GatewayParts {
  readonly config: GeminiConfig;
  readonly client: GeminiClient;
  readonly clock: Clock;
  /** From 0 up to, not including, 1. */
  readonly random: () => number;
  readonly slots: Slots;
  /** The model's own circuit, always the same one. */
  readonly circuitOf: (model: string) => Circuit;
  readonly observe: (event: ModelEvent) => void;
}

/** One request to a model, for logs: holds no text. */
export interface ModelEvent {
  readonly model: string;
  readonly tier: ModelTier;
  readonly step: string;
  /** 1 for the first request of a call to this model. */
  readonly attempt: number;
  /** `ok` or a stable reason code. */
  readonly outcome: string;
  /** From the moment it had a slot. */
  readonly ms: number;
}
