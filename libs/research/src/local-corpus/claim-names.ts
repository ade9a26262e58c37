import { detectLanguage } from './detect-language.ts';
import { mentions } from './mentions.ts';
import type { Lexicon, QuestionTerm } from './question-terms.ts';
import type { Statement } from './statements.ts';
import { searchable } from './tokenize.ts';
import { toTraditional } from './to-traditional.ts';

/** Gives what statements are about a name in the report's language, without figures. */
export type NameClaim = (statements: readonly Statement[]) => string;

const UNNAMED = '同一件事';
const MOST_LABELS = 3;

/** Names claims by what the question asks and all of their statements mention. */
export async function claimNamer(
  question: string,
  terms: readonly QuestionTerm[],
  lexicon: Lexicon,
): Promise<NameClaim> {
  const isChinese = detectLanguage(question) === 'zh-TW';
  const labels = await Promise.all(
    terms.map(async ({ label }) =>
      isChinese ? await toTraditional(label) : translated(label, lexicon),
    ),
  );
  return (statements) => {
    const texts = statements.map(({ extract, source }) =>
      searchable(`${extract.text} ${extract.heading} ${source.title}`, lexicon.fold),
    );
    const shared = terms.flatMap(({ forms }, at) => {
      const isShared = texts.every((text) => mentions(text, forms) >= 0.5);
      return isShared ? (labels[at] ?? []) : [];
    });
    const names = shared.filter((label) => label !== '' && !/\p{N}/u.test(label));
    return names.length === 0 ? UNNAMED : [...new Set(names)].slice(0, MOST_LABELS).join('、');
  };
}

/** A Chinese word for a term of a question in another language; names in Latin letters stay. */
function translated(label: string, { glossary }: Lexicon): string {
  const [known] = glossary.conceptsOf(label).flatMap((concept) => concept['zh-TW']);
  return known ?? (/^\p{Script=Latin}+$/u.test(label) ? label : '');
}
