import type { Provider } from '@nestjs/common';
import type { Clock, Timings } from '@dossier/contracts';
import {
  createGeminiProvider,
  createLocalCorpus,
  DEMO_CORPUS_FOLDER,
  type Planner,
  type Searcher,
  type Writer,
} from '@dossier/research';
import type { Logger } from 'pino';
import { geminiConfigOf, sourceRulesOf } from './gemini-config.ts';
import { modelLog } from './model-log.ts';
import type { Settings } from './settings.ts';
import { CLOCK, LOGGER, PLANNER, SEARCHER, SETTINGS_TOKEN, TIMINGS, WRITER } from './tokens.ts';

/** The research ports of one provider. */
interface Research {
  readonly planner: Planner;
  readonly searcher: Searcher;
  readonly writer: Writer;
}

/** One provider per process: its stages share the index, or the limits on requests to models. */
const RESEARCH = Symbol('Research');

/** The research ports of the configured provider. */
export const researchProviders: Provider[] = [
  {
    provide: RESEARCH,
    inject: [SETTINGS_TOKEN, TIMINGS, CLOCK, LOGGER],
    useFactory: researchOf,
  },
  { provide: PLANNER, inject: [RESEARCH], useFactory: ({ planner }: Research) => planner },
  { provide: SEARCHER, inject: [RESEARCH], useFactory: ({ searcher }: Research) => searcher },
  { provide: WRITER, inject: [RESEARCH], useFactory: ({ writer }: Research) => writer },
];

function researchOf(settings: Settings, timings: Timings, clock: Clock, logger: Logger): Research {
  if (settings.DOSSIER_PROVIDER === 'local-corpus') {
    return createLocalCorpus({ folder: settings.DOSSIER_CORPUS ?? DEMO_CORPUS_FOLDER });
  }
  return createGeminiProvider({
    config: geminiConfigOf(settings, timings),
    sources: sourceRulesOf(settings),
    corpusFolder: settings.DOSSIER_CORPUS,
    clock,
    random: Math.random,
    observe: modelLog(logger),
  });
}
