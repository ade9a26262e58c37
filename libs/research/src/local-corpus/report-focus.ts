import type { Evidence } from '@dossier/contracts';
import { exactAnswers, type ExactAnswers } from './focus.ts';
import { questionTerms, type Lexicon } from './question-terms.ts';

/** Which excerpts answer, as far as the words of `lexicon` tell. */
export function answersIn({ question, sources }: Evidence, lexicon: Lexicon): ExactAnswers {
  const found = sources.flatMap((source) =>
    source.extracts.map((extract) => ({ source, extract })),
  );
  return exactAnswers(found, questionTerms(question, lexicon), lexicon);
}
