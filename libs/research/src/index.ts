export { DEMO_CORPUS_FOLDER } from './demo-corpus-folder.ts';
export {
  createLocalCorpus,
  type LocalCorpusOptions,
  type LocalCorpusProvider,
} from './local-corpus/create-local-corpus.ts';
export type { Planner, ResearchContext, Searcher, Writer } from './ports.ts';
