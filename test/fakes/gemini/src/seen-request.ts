import type { ApiPath } from './api-path.ts';
import { textOf, type JsonObject } from './json.ts';
import { viewOf, type RequestView } from './request-view.ts';
import { taskOf, type TaskName } from './task.ts';

/** One POST that reached the server, whatever became of it. */
export interface SeenRequest {
  readonly at: Date;
  readonly method: string;
  readonly path: string;
  readonly model: string;
  readonly api: 'gemini' | 'vertex';
  readonly kind: 'prose' | 'structured';
  readonly task: TaskName | 'unknown';
  /** As Google spells them: `googleSearch`, `urlContext`, `functionDeclarations`. */
  readonly tools: readonly string[];
  readonly functionNames: readonly string[];
  /** Text of the first turn. */
  readonly promptText: string;
  readonly systemText: string;
  readonly body: JsonObject;
  /** True when the client went away before it had the whole answer. */
  readonly aborted: boolean;
  /**
   * Empty while it is worked on, then `answer`, `scripted`, `tokens`, `scenario:<name>` or
   * `refused:<rule>: <message>`: tests can say that nothing was refused.
   */
  readonly answeredWith: string;
}

/** The same while the server works on it. */
export type OpenRequest = SeenRequest & { aborted: boolean; answeredWith: string };

/** A request that has just arrived, and what its body says. */
export function openRequest(
  at: Date,
  method: string,
  path: string,
  target: ApiPath,
  body: JsonObject,
): { entry: OpenRequest; view: RequestView } {
  const view = viewOf(body);
  const { model, api } = target;
  const entry = {
    at,
    method,
    path,
    model,
    api,
    kind: view.schema === undefined ? ('prose' as const) : ('structured' as const),
    task: taskOf(view),
    tools: view.tools,
    functionNames: view.functions.map(({ name }) => textOf(name)),
    promptText: view.promptText,
    systemText: view.systemText,
    body,
    aborted: false,
    answeredWith: '',
  };
  return { entry, view };
}
