import type { ModelTier } from '@dossier/contracts';

/** Who answers: the Gemini API with a key, or Vertex AI with the process's service account. */
export type GeminiAccess =
  | { readonly kind: 'api-key'; readonly apiKey: string }
  | { readonly kind: 'vertex'; readonly project: string; readonly location: string };

/** What a provider that asks Gemini is made of. */
export interface GeminiConfig {
  readonly access: GeminiAccess;
  /** Origin (and path) to talk to instead of Google's. */
  readonly baseUrl?: string | undefined;
  /** `v1`, `v1beta`, ...; the SDK's own choice when absent. */
  readonly apiVersion?: string | undefined;
  readonly models: Readonly<Record<ModelTier, string>>;
  /** Asked instead when a tier's model is overloaded or its circuit is open. */
  readonly fallbackModel?: string | undefined;
  readonly prices: PriceTable;
  /** Requests under way at once, in this process. */
  readonly concurrency: number;
  /** Longest wait for one request, by tier, in milliseconds. */
  readonly callMs: Readonly<Record<ModelTier, number>>;
}

/** What models cost, in US dollars. */
export interface PriceTable {
  /** Day on which the prices were read, `YYYY-MM-DD`. */
  readonly asOf: string;
  /** By model name; `*` is for every model that is not named, and dear, so that nothing passes unseen. */
  readonly models: Readonly<Record<string, ModelPrice>>;
}

export interface ModelPrice {
  /** Per million tokens of the prompt and of what tools added to it. */
  readonly input: number;
  /** Per million tokens of the answer and of thoughts. */
  readonly output: number;
  /** Per query that the search tool made. */
  readonly searchQuery: number;
}
