import type { Evidence } from '@dossier/contracts';
import { loadFold } from './fold-text.ts';
import { generalConcepts, Glossary } from './glossary.ts';
import type { Lexicon } from './question-terms.ts';
import { wordClasses } from './stop-words.ts';

/**
 * What is known about words from the evidence alone: a writer has no folder, so the folder's own
 * glossary is not in it.
 */
export async function evidenceLexicon({ sources }: Evidence): Promise<Lexicon> {
  const fold = await loadFold();
  const texts = sources.flatMap(({ extracts }) => extracts.map(({ text }) => fold(text)));
  return {
    fold,
    glossary: new Glossary([...generalConcepts()], fold),
    words: wordClasses(fold),
    isAttested: (run) => texts.filter((text) => text.includes(run)).length > 1,
  };
}
