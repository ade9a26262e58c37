import { LANGUAGES, type Language } from '@dossier/contracts';
import { guardOf } from './json-schema.ts';
import type { ToolDefinition } from './tool-definition.ts';

/** Longer queries are texts, and rank like noise. */
const LONGEST_QUERY = 300;
/** As many as one search of the corpus selects. */
const MOST_HITS = 12;

interface CorpusQuery {
  readonly query: string;
  readonly language: Language;
}

const INPUT = {
  type: 'object',
  properties: {
    query: { type: 'string', minLength: 1, maxLength: LONGEST_QUERY },
    language: { type: 'string', enum: LANGUAGES },
  },
  required: ['query', 'language'],
  additionalProperties: false,
};
const HIT = {
  type: 'object',
  properties: {
    id: { type: 'string' },
    title: { type: 'string' },
    text: { type: 'string' },
  },
  required: ['id', 'title', 'text'],
  additionalProperties: false,
};
const isCorpusQuery = guardOf<CorpusQuery>(INPUT);

/** Searches the operator's own documents and gives literal excerpts. */
export const LOCAL_CORPUS_SEARCH: ToolDefinition = {
  name: 'local-corpus-search',
  description:
    "Searches the operator's own documents. Returns literal excerpts, each with an id and the title of its document.",
  kind: 'function',
  input: INPUT,
  output: {
    type: 'object',
    properties: { extracts: { type: 'array', items: HIT, maxItems: MOST_HITS } },
    required: ['extracts'],
    additionalProperties: false,
  },
  timeoutMs: 20_000,
  tries: 2,
  cost: {},
  needsReview: false,
  fits: ({ stage, grounding, hasCorpus }) =>
    stage === 'search' && grounding === 'own-sources' && hasCorpus,
  run: async (input, { searchCorpus }) => {
    if (!isCorpusQuery(input) || searchCorpus === undefined) {
      throw new Error('the corpus was to be searched without a query or without a corpus');
    }
    const hits = await searchCorpus(input.query, input.language);
    return { extracts: hits.slice(0, MOST_HITS) };
  },
};
