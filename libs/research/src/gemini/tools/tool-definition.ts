import type { Clock, Language, StageName, Usage } from '@dossier/contracts';
import type { SourceRules } from '../gemini-parts.ts';
import type { JsonSchema } from './json-schema.ts';

/** What a model may be offered: everything that is asked before, while and after it is used. */
export interface ToolDefinition {
  readonly name: string;
  /** What it does, for the model. */
  readonly description: string;
  /** `server`: the provider runs it inside a request. `function`: the model asks, and we run it. */
  readonly kind: 'server' | 'function';
  /** Of its arguments. A server tool's are the provider's own matter, and this says what we know of them. */
  readonly input: JsonSchema;
  readonly output: JsonSchema;
  /** Of one try, in milliseconds; a server tool's time is its request's. */
  readonly timeoutMs: number;
  /** How often it is tried in all when it fails in a way that may pass. */
  readonly tries: number;
  /** The most that one use costs. */
  readonly cost: Partial<Usage>;
  /** Offered only when a person has approved of it for this run. */
  readonly needsReview: boolean;
  /** Whether it has its place in this state, approval aside. */
  readonly fits: (state: ToolState) => boolean;
  /** Of a function: does it. The input has passed `input`; stops soon when the signal aborts. */
  readonly run?: (input: unknown, context: ToolContext) => Promise<object>;
}

/** What decides which tools a model is offered. */
export interface ToolState {
  readonly stage: StageName;
  readonly grounding: SourceRules['grounding'];
  readonly hasCorpus: boolean;
  readonly hasPages: boolean;
  /** Names of the tools that a person has approved of. */
  readonly approved: readonly string[];
}

/** What functions work with. */
export interface ToolContext {
  readonly signal: AbortSignal;
  readonly clock: Clock;
  /** Searches the operator's own documents; absent when there are none. */
  readonly searchCorpus?: (query: string, language: Language) => Promise<readonly CorpusHit[]>;
}

/** A literal excerpt that a search of the corpus found. */
export interface CorpusHit {
  /** `E1`, `E2`, ...: what the model names it by. */
  readonly id: string;
  /** Of its document. */
  readonly title: string;
  readonly text: string;
}
