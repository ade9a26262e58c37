import type { Provider } from '@nestjs/common';
import { createLocalCorpus, DEMO_CORPUS_FOLDER, type LocalCorpusProvider } from '@dossier/research';
import type { Settings } from './settings.ts';
import { PLANNER, SEARCHER, SETTINGS_TOKEN, WRITER } from './tokens.ts';

/** One provider per process, so that its stages share the index; built at its first use. */
const RESEARCH = Symbol('Research');

/** The research ports of the configured provider. */
export const researchProviders: Provider[] = [
  {
    provide: RESEARCH,
    inject: [SETTINGS_TOKEN],
    useFactory: (settings: Settings): LocalCorpusProvider =>
      createLocalCorpus({ folder: settings.DOSSIER_CORPUS ?? DEMO_CORPUS_FOLDER }),
  },
  {
    provide: PLANNER,
    inject: [RESEARCH],
    useFactory: ({ planner }: LocalCorpusProvider) => planner,
  },
  {
    provide: SEARCHER,
    inject: [RESEARCH],
    useFactory: ({ searcher }: LocalCorpusProvider) => searcher,
  },
  { provide: WRITER, inject: [RESEARCH], useFactory: ({ writer }: LocalCorpusProvider) => writer },
];
