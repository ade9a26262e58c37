import type { Clock } from '@dossier/contracts';
import { LocalCorpus } from '../local-corpus/local-corpus.ts';
import type { Planner, Searcher, Writer } from '../ports.ts';
import type { GeminiConfig } from './config.ts';
import { createGeminiGateway } from './gateway/create-gemini-gateway.ts';
import type { ModelEvent } from './gateway/gateway-parts.ts';
import type { ModelGateway } from './gateway/model-gateway.ts';
import type { SourceRules } from './gemini-parts.ts';
import { GeminiPlanner } from './plan/gemini-planner.ts';
import { GeminiSearcher } from './search/gemini-searcher.ts';
import { GeminiWriter } from './write/gemini-writer.ts';

/** What the provider that asks Gemini is made of. */
export interface GeminiProviderOptions {
  readonly config: GeminiConfig;
  readonly sources: SourceRules;
  /** Folder of the operator's own documents; searched under `own-sources` only. */
  readonly corpusFolder?: string | undefined;
  readonly clock: Clock;
  /** From 0 to below 1, for back-off. */
  readonly random: () => number;
  /** Told of every request, for logs. Must not throw. */
  readonly observe?: (event: ModelEvent) => void;
}

/** The provider's three ports, and the gateway below them. */
export interface GeminiProvider {
  readonly planner: Planner;
  readonly searcher: Searcher;
  readonly writer: Writer;
  readonly gateway: ModelGateway;
}

/** Builds the provider that asks Gemini. Does no I/O yet. */
export function createGeminiProvider(options: GeminiProviderOptions): GeminiProvider {
  const { config, sources, corpusFolder, clock, random, observe } = options;
  const gateway = createGeminiGateway(config, { clock, random, ...(observe && { observe }) });
  const hasCorpus = corpusFolder !== undefined && sources.grounding === 'own-sources';
  const corpus = hasCorpus ? new LocalCorpus(corpusFolder) : undefined;
  const parts = { gateway, sources, corpus };
  return {
    planner: new GeminiPlanner(parts),
    searcher: new GeminiSearcher(parts),
    writer: new GeminiWriter(parts),
    gateway,
  };
}
