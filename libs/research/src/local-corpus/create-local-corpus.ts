import type { Planner, Searcher, Writer } from '../ports.ts';
import { LocalCorpus } from './local-corpus.ts';
import { LocalCorpusPlanner } from './local-corpus-planner.ts';
import { LocalCorpusSearcher } from './local-corpus-searcher.ts';
import { LocalCorpusWriter } from './local-corpus-writer.ts';

/** Where the offline provider reads. */
export interface LocalCorpusOptions {
  /** A folder of .md, .txt and .html documents; it is read when first needed and whenever it changed. */
  readonly folder: string;
}

/** The offline provider's three ports. */
export interface LocalCorpusProvider {
  readonly planner: Planner;
  readonly searcher: Searcher;
  readonly writer: Writer;
}

/** Builds the offline provider. Planner and searcher share one reading of the folder. Does no I/O yet. */
export function createLocalCorpus({ folder }: LocalCorpusOptions): LocalCorpusProvider {
  const corpus = new LocalCorpus(folder);
  return {
    planner: new LocalCorpusPlanner(corpus),
    searcher: new LocalCorpusSearcher(corpus),
    writer: new LocalCorpusWriter(),
  };
}
