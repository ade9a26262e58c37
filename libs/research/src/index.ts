export { DEMO_CORPUS_FOLDER } from './demo-corpus-folder.ts';
export type { GeminiAccess, GeminiConfig, PriceTable } from './gemini/config.ts';
export { createGeminiProvider } from './gemini/create-gemini-provider.ts';
export { createGeminiGateway } from './gemini/gateway/create-gemini-gateway.ts';
export type { ModelEvent } from './gemini/gateway/gateway-parts.ts';
export type { ModelGateway } from './gemini/gateway/model-gateway.ts';
export { geminiDefaults } from './gemini/gemini-defaults.ts';
export type { SourceRules } from './gemini/gemini-parts.ts';
export { probeModels, type ProbeResult } from './gemini/probe/model-probe.ts';
export { readPriceTable } from './gemini/read-price-table.ts';
export {
  createLocalCorpus,
  type LocalCorpusOptions,
  type LocalCorpusProvider,
} from './local-corpus/create-local-corpus.ts';
export type { Planner, ResearchContext, Searcher, Writer } from './ports.ts';
