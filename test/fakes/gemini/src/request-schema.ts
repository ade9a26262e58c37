import type { ApiPath } from './api-path.ts';

const TEXT = { type: 'string' };
const FLAG = { type: 'boolean' };
const NUMBER = { type: 'number' };
const WHOLE = { type: 'integer' };
const TEXTS = { type: 'array', items: TEXT };
const ANY_OBJECT = { type: 'object' };

const FUNCTION_CALL = closed({ id: TEXT, name: TEXT, args: ANY_OBJECT }, ['name']);
const FUNCTION_RESPONSE = closed({ id: TEXT, name: TEXT, response: ANY_OBJECT }, [
  'name',
  'response',
]);
const PART = closed({
  text: TEXT,
  thought: FLAG,
  thoughtSignature: TEXT,
  functionCall: FUNCTION_CALL,
  functionResponse: FUNCTION_RESPONSE,
});
const CONTENT = closed({ role: TEXT, parts: { type: 'array', items: PART } });

const FUNCTION_DECLARATION = closed(
  {
    name: TEXT,
    description: TEXT,
    parameters: ANY_OBJECT,
    parametersJsonSchema: ANY_OBJECT,
    response: ANY_OBJECT,
    responseJsonSchema: ANY_OBJECT,
    behavior: TEXT,
  },
  ['name'],
);

/** Each server has a search field that the other does not know (recordings 04, 04b, 06). */
const SEARCH_FIELDS = {
  gemini: {
    timeRangeFilter: closed({ startTime: TEXT, endTime: TEXT }, ['startTime', 'endTime']),
    searchTypes: ANY_OBJECT,
  },
  vertex: { excludeDomains: TEXTS, blockingConfidence: TEXT },
};

const SETTINGS = closed({
  temperature: { ...NUMBER, minimum: 0, maximum: 2 },
  topP: { ...NUMBER, minimum: 0, maximum: 1 },
  topK: NUMBER,
  candidateCount: { ...WHOLE, minimum: 1, maximum: 8 },
  maxOutputTokens: WHOLE,
  stopSequences: { ...TEXTS, maxItems: 5 },
  presencePenalty: NUMBER,
  frequencyPenalty: NUMBER,
  responseLogprobs: FLAG,
  logprobs: WHOLE,
  seed: WHOLE,
  responseMimeType: { ...TEXT, enum: ['text/plain', 'application/json', 'text/x.enum'] },
  responseSchema: ANY_OBJECT,
  responseJsonSchema: ANY_OBJECT,
  thinkingConfig: closed({
    includeThoughts: FLAG,
    thinkingBudget: { ...WHOLE, minimum: -1 },
    thinkingLevel: { ...TEXT, enum: ['MINIMAL', 'LOW', 'MEDIUM', 'HIGH', 'XHIGH'] },
  }),
});

/**
 * JSON Schema of a generateContent body: what @google/genai 3.3.0 can send for text, closed at every
 * level, so that a field which the real server does not know is found out here.
 */
export function generateContentSchema(api: ApiPath['api']): object {
  return closed({
    contents: { type: 'array', items: CONTENT },
    systemInstruction: CONTENT,
    tools: { type: 'array', items: toolSchema(api) },
    toolConfig: closed({
      functionCallingConfig: closed({
        mode: { ...TEXT, enum: ['AUTO', 'ANY', 'NONE', 'VALIDATED'] },
        allowedFunctionNames: TEXTS,
      }),
      ...(api === 'gemini' && { includeServerSideToolInvocations: FLAG }),
    }),
    safetySettings: {
      type: 'array',
      items: closed({ category: TEXT, threshold: TEXT }, ['category', 'threshold']),
    },
    generationConfig: SETTINGS,
    cachedContent: TEXT,
    continuationToken: TEXT,
    labels: { type: 'object', additionalProperties: TEXT },
    serviceTier: TEXT,
    ...(api === 'gemini' && { store: FLAG }),
  });
}

/** JSON Schema of a countTokens body. */
export function countTokensSchema(api: ApiPath['api']): object {
  return closed({
    contents: { type: 'array', items: CONTENT },
    systemInstruction: CONTENT,
    ...(api === 'vertex' && { tools: { type: 'array', items: toolSchema(api) } }),
  });
}

function toolSchema(api: ApiPath['api']): object {
  return closed({
    googleSearch: closed(SEARCH_FIELDS[api]),
    urlContext: closed({}),
    functionDeclarations: { type: 'array', minItems: 1, items: FUNCTION_DECLARATION },
  });
}

function closed(properties: Readonly<Record<string, object>>, required: readonly string[] = []) {
  return { type: 'object', additionalProperties: false, properties, required };
}
