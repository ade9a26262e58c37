import type { Evidence } from '@dossier/contracts';
import { exactAnswers, type ExactAnswers } from './focus.ts';
import { loadFold } from './fold-text.ts';
import { generalConcepts, Glossary } from './glossary.ts';
import { questionTerms, type Lexicon } from './question-terms.ts';
import { wordClasses } from './stop-words.ts';

/**
 * Which excerpts answer, as far as the evidence alone tells: a writer has no folder, so the folder's
 * own glossary is not known here.
 */
export async function answersIn({ question, sources }: Evidence): Promise<ExactAnswers> {
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
  return exactAnswers(found, questionTerms(question, lexicon), lexicon);
}
