import type { GeminiAccess } from '../config.ts';
import type { FunctionCall, ModelCall, ProseCall, ServerTools, Turn } from './model-gateway.ts';

/** A request as Gemini takes it, apart from the model's name. */
export interface ModelRequest {
  readonly system: string;
  readonly contents: readonly Content[];
  readonly tools: readonly object[];
  readonly maxOutputTokens: number;
  readonly temperature?: number;
  /** JSON Schema of the answer; prose when absent. */
  readonly schema?: Readonly<Record<string, unknown>>;
}

export interface Content {
  readonly role: 'user' | 'model';
  readonly parts: readonly object[];
}

/** Google's default limit. */
const MAX_EXCLUDED_DOMAINS = 2_000;
/** Google's documentation asks for it when answers are grounded by Search. */
const SEARCH_TEMPERATURE = 1;

/** The request for prose. What the provider's way in does not take is left out of the tools. */
export function proseRequest(call: ProseCall, access: GeminiAccess['kind']): ModelRequest {
  const { serverTools, functions = [] } = call;
  const declarations = functions.map(({ name, description, parameters }) => ({
    name,
    description,
    parametersJsonSchema: parameters,
  }));
  return {
    ...requestOf(call, call.history),
    tools: [
      ...serverToolsOf(serverTools, access),
      ...(declarations.length > 0 ? [{ functionDeclarations: declarations }] : []),
    ],
    ...(serverTools?.googleSearch === undefined ? {} : { temperature: SEARCH_TEMPERATURE }),
  };
}

/** The request for JSON; no tools, which older models refuse together with a schema. */
export function structuredRequest(
  call: ModelCall & { readonly schema: Readonly<Record<string, unknown>> },
  history: readonly Turn[],
): ModelRequest {
  return { ...requestOf(call, history), tools: [], schema: call.schema };
}

function requestOf(call: ModelCall, history: readonly Turn[] = []) {
  const { system, prompt, maxOutputTokens } = call;
  const turns = history.map(contentOf).filter(({ parts }) => parts.length > 0);
  return { system, contents: [contentOf({ by: 'us', text: prompt }), ...turns], maxOutputTokens };
}

function contentOf(turn: Turn): Content {
  const text = turn.text === undefined || turn.text === '' ? [] : [{ text: turn.text }];
  if (turn.by === 'model') {
    return { role: 'model', parts: [...text, ...(turn.calls ?? []).map(callPart)] };
  }
  const results = (turn.results ?? []).map(({ name, id, response }) => ({
    functionResponse: { ...(id === undefined ? {} : { id }), name, response },
  }));
  return { role: 'user', parts: [...results, ...text] };
}

function callPart({ name, id, args, signature }: FunctionCall): object {
  const isObject = typeof args === 'object' && args !== null && !Array.isArray(args);
  return {
    functionCall: { ...(id === undefined ? {} : { id }), name, args: isObject ? args : {} },
    ...(signature === undefined ? {} : { thoughtSignature: signature }),
  };
}

function serverToolsOf(tools: ServerTools = {}, access: GeminiAccess['kind']): object[] {
  const { googleSearch, urlContext = false } = tools;
  const search =
    googleSearch === undefined ? [] : [{ googleSearch: searchOf(googleSearch, access) }];
  return [...search, ...(urlContext ? [{ urlContext: {} }] : [])];
}

function searchOf(
  { timeRange, excludeDomains = [] }: NonNullable<ServerTools['googleSearch']>,
  access: GeminiAccess['kind'],
): object {
  if (access === 'vertex') {
    const domains = excludeDomains.slice(0, MAX_EXCLUDED_DOMAINS);
    return domains.length > 0 ? { excludeDomains: domains } : {};
  }
  if (timeRange === undefined) return {};
  return { timeRangeFilter: { startTime: timeRange.from, endTime: timeRange.to } };
}
