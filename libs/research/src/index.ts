export { DEMO_CORPUS_FOLDER } from './demo-corpus-folder.ts';
export type { GeminiAccess, GeminiConfig, PriceTable } from './gemini/config.ts';
export { createGeminiGateway } from './gemini/gateway/create-gemini-gateway.ts';
export type { ModelEvent } from './gemini/gateway/gateway-parts.ts';
export type { ModelGateway } from './gemini/gateway/model-gateway.ts';
export { geminiDefaults } from './gemini/gemini-defaults.ts';
export {
  createLocalCorpus,
  type LocalCorpusOptions,
  type LocalCorpusProvider,
} from './local-corpus/create-local-corpus.ts';
export type { Planner, ResearchContext, Searcher, Writer } from './ports.ts';
