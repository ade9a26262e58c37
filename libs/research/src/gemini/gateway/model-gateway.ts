import type { CallLedger, ModelTier } from '@dossier/contracts';

/**
 * The one place where a model is asked. Every request goes through deadline, retries, circuit breaker,
 * concurrency limit and ledger; what comes back is checked before anybody sees it.
 *
 * Both methods throw: `Retryable` (`model-overloaded`, `model-unreachable`, `model-timeout`,
 * `model-quota`, `model-circuit-open`, `model-answer-unusable`), `Permanent` (`model-refused` for blocked
 * prompts and answers, `model-misconfigured` for 400, 401, 403, 404), `NeedsHuman` (`over-budget`,
 * `daily-quota`), and the signal's own reason as soon as `call.signal` aborts.
 */
export interface ModelGateway {
  /** Asks for prose, with the tools that are offered. An answer without text is never returned. */
  prose(call: ProseCall): Promise<ProseAnswer>;
  /**
   * Asks for JSON after a schema and checks it: shape by class-validator, then `check` for what a shape
   * cannot say. A wrong answer is shown to the model once with what is wrong; after that it throws
   * Retryable `model-answer-unusable` with the findings as its message.
   */
  structured<T extends object>(call: StructuredCall<T>): Promise<T>;
}

/** What every request needs. */
export interface ModelCall {
  readonly tier: ModelTier;
  /** What it is for in the ledger, for example `search.2`. */
  readonly step: string;
  /** What the model is; fixed text of ours. */
  readonly system: string;
  readonly prompt: string;
  /** The most tokens of the answer, thoughts included. */
  readonly maxOutputTokens: number;
  readonly signal: AbortSignal;
  readonly ledger: CallLedger;
}

export interface ProseCall extends ModelCall {
  /** Tools that the provider runs by itself; none when absent. */
  readonly serverTools?: ServerTools;
  /** Functions that the model may ask us to run; their calls come back in the answer. */
  readonly functions?: readonly FunctionTool[];
  /** Turns after the prompt: the model's own words and calls, and what we answered. */
  readonly history?: readonly Turn[];
}

/** Google's tools, by what they are allowed to do. */
export interface ServerTools {
  readonly googleSearch?: {
    /** Only pages of this time, ISO 8601 UTC; Vertex AI does not take it, and then it is left out. */
    readonly timeRange?: { readonly from: string; readonly to: string };
    /** Hosts to leave out; only Vertex AI takes it, and elsewhere it is left out. */
    readonly excludeDomains?: readonly string[];
  };
  readonly urlContext?: boolean;
}

/** A function as the model sees it. */
export interface FunctionTool {
  readonly name: string;
  readonly description: string;
  /** JSON Schema of its arguments. */
  readonly parameters: Readonly<Record<string, unknown>>;
}

/** A call that the model asks for: unchecked. */
export interface FunctionCall {
  readonly name: string;
  readonly args: unknown;
  /** Tells it from others of one answer; goes back with its result where the provider gave one. */
  readonly id?: string;
  /** The provider's own mark on the call; goes back unchanged in the history, else Gemini 3 refuses it. */
  readonly signature?: string;
}

/** What a call came to, under its name and id. */
export interface FunctionResult extends Pick<FunctionCall, 'name' | 'id'> {
  readonly response: object;
}

export type Turn =
  | { readonly by: 'model'; readonly text?: string; readonly calls?: readonly FunctionCall[] }
  | {
      readonly by: 'us';
      readonly text?: string;
      readonly results?: readonly FunctionResult[];
    };

/** One attribution of a part of an answer to pages. */
export interface GroundingSupport {
  /** Place of the text in `ProseAnswer.parts`. */
  readonly part: number;
  /** Offsets in that part in UTF-8 bytes, end exclusive, exactly as they were returned. */
  readonly startByte: number;
  readonly endByte: number;
  /** The text that the provider says stands there. */
  readonly text: string;
  /** Places in `ProseAnswer.chunks`; those that are out of bounds are left out. */
  readonly chunks: readonly number[];
}

export interface ProseAnswer {
  /** Text parts without thoughts, in order; supports count their places among these. Never all blank, unless there are calls. */
  readonly parts: readonly string[];
  /** True when the token cap cut it off. */
  readonly isCut: boolean;
  readonly calls: readonly FunctionCall[];
  /** Pages that the answer rests on; `domain` from Vertex AI only. */
  readonly chunks: readonly {
    readonly url: string;
    readonly title: string;
    readonly domain?: string;
  }[];
  readonly supports: readonly GroundingSupport[];
  readonly queries: readonly string[];
  /** Search suggestions, exactly as returned. */
  readonly suggestionHtml?: string;
  /** What became of the pages that URL context was to read. */
  readonly pages: readonly { readonly url: string; readonly status: PageStatus }[];
}

export type PageStatus = 'success' | 'error' | 'paywall' | 'unsafe' | 'unknown';

export interface StructuredCall<T extends object> extends ModelCall {
  /** JSON Schema (documented subset of facts/research.md 3.2), sent as `responseJsonSchema`. */
  readonly schema: Readonly<Record<string, unknown>>;
  /** Class with class-validator rules that the answer is turned into; unknown properties are refused. */
  readonly shape: new () => T;
  /** What is wrong with a well-formed answer, each in a short sentence for the model; empty when nothing is. */
  readonly check: (answer: T) => readonly string[];
}
