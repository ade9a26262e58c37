import type { ToolDefinition } from './tool-definition.ts';

/** Google's own search; grounds an answer, and brings terms of use (docs/grounding-policy.md). */
export const GOOGLE_SEARCH: ToolDefinition = {
  name: 'google-search',
  description: 'Searches the web with Google.',
  kind: 'server',
  input: {
    type: 'object',
    properties: { queries: { type: 'array', items: { type: 'string' } } },
  },
  output: { type: 'object' },
  timeoutMs: 180_000,
  tries: 1, // the gateway repeats the whole request
  cost: { searchQueries: 10, toolTokens: 60_000 },
  needsReview: false,
  fits: ({ stage, grounding }) => stage === 'search' && grounding === 'strict',
};

/** Google's reader of pages; reads what stands in the prompt, up to 20 addresses. */
export const URL_CONTEXT: ToolDefinition = {
  name: 'url-context',
  description: 'Reads the web pages whose addresses stand in the prompt.',
  kind: 'server',
  input: { type: 'object', properties: { urls: { type: 'array', items: { type: 'string' } } } },
  output: { type: 'object' },
  timeoutMs: 180_000,
  tries: 1, // the gateway repeats the whole request
  cost: { toolTokens: 60_000 },
  needsReview: false,
  fits: ({ stage, hasPages }) => stage === 'search' && hasPages,
};
