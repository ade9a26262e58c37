import type { Asking } from './answer.ts';
import type { GeneratedContent } from './generated-content.ts';
import type { Reply } from './reply.ts';

/** What a scenario may use. */
export interface ScenarioContext {
  readonly asking: Asking;
  /** What the model answers when nothing goes wrong. */
  readonly answer: GeneratedContent;
  /** google.protobuf.Duration of a RetryInfo, for example `1s`. */
  readonly retryDelay: string;
  /** How late slow scenarios are, in milliseconds. */
  readonly delayMs: number;
}

/** One thing that happens to one request. */
export type Scenario = (context: ScenarioContext) => Reply;

/** One thing that is wrong with one answer of the model: it arrives, with status 200. */
export type AnswerScenario = (context: ScenarioContext) => GeneratedContent;
