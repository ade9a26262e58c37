import type { Evidence } from '@dossier/contracts';
import { exactAnswers } from './focus.ts';
import { loadFold } from './fold-text.ts';
import { generalConcepts, Glossary } from './glossary.ts';
import { questionTerms, type Lexicon } from './question-terms.ts';
import { wordClasses } from './stop-words.ts';

/**
 * Keys of the excerpts that answer by their own words, as far as the evidence alone tells: a writer
 * has no folder, so the folder's own glossary is not known here.
 */
export async function answeringKeys({ question, sources }: Evidence): Promise<ReadonlySet<string>> {
  const fold = await loadFold();
  const found = sources.flatMap((source) =>
    source.extracts.map((extract) => ({ source, extract })),
  );
  const texts = found.map(({ extract }) => fold(extract.text));
  const lexicon: Lexicon = {
    fold,
    glossary: new Glossary([...generalConcepts()], fold),
    words: wordClasses(fold),
    isAttested: (run) => texts.filter((text) => text.includes(run)).length > 1,
  };
  return exactAnswers(found, questionTerms(question, lexicon), lexicon).own;
}
