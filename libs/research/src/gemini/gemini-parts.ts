import type { LocalCorpus } from '../local-corpus/local-corpus.ts';
import type { ModelGateway } from './gateway/model-gateway.ts';

/** Name under which plans and reports of this provider are kept. */
export const GEMINI_PROVIDER = 'gemini';

/** What the stages of the Gemini provider share. */
export interface GeminiParts {
  readonly gateway: ModelGateway;
  readonly sources: SourceRules;
  /** The operator's own documents; searched under `own-sources` only. */
  readonly corpus?: LocalCorpus | undefined;
}

/** Where evidence may come from (docs/grounding-policy.md). */
export interface SourceRules {
  /**
   * `strict`: Google Search grounds the answers, links stay as they were returned and are never opened.
   * `own-sources`: no Google Search; pages that the operator or the question names, and the corpus.
   */
  readonly grounding: 'strict' | 'own-sources';
  /** Hosts (with their subdomains) that alone may be used; empty: all. */
  readonly allow: readonly string[];
  /** Hosts (with their subdomains) that may not be used, whatever `allow` says. */
  readonly deny: readonly string[];
  /** Web addresses to read besides those in a question. */
  readonly pages: readonly string[];
}
