import { LANGUAGES, type Language } from '@dossier/contracts';
import { detectLanguage } from './detect-language.ts';
import type { Fold } from './fold-text.ts';
import type { Glossary } from './glossary.ts';
import { areOpposites } from './opposites.ts';
import { questionWords } from './question-words.ts';
import type { WordClasses } from './stop-words.ts';
import { isCjk, latinStems } from './tokenize.ts';
import { withoutMasked } from './without-masked.ts';

/** One thing a question speaks of. */
export interface QuestionTerm {
  /** As the question writes it, for display. */
  readonly label: string;
  /** Folded words of all languages that mean it, the question's own first. */
  readonly forms: readonly string[];
  /** Languages in which the question's word or a glossary gives it a form. */
  readonly languages: ReadonlySet<Language>;
  /** A word like "effect" or "cost": asked about, but no subject of its own. */
  readonly isAspect: boolean;
  /** An aspect such as "effect", which answers need not name. */
  readonly isVague: boolean;
  /** Terms that stand together without a word between them are one compound and share its number. */
  readonly compound: number;
  /** A part of an unknown word, cut by length: whether it is a word is a guess. */
  readonly isGuess: boolean;
}

/** What {@link QuestionReader} needs to know about words. */
export interface Lexicon {
  readonly fold: Fold;
  readonly glossary: Glossary;
  readonly words: WordClasses;
  /** Whether the documents write these (folded) characters in a row, more than once. */
  readonly isAttested: (folded: string) => boolean;
}

/** More terms than this are a text, not a question; the first ones decide. */
const MOST_TERMS = 24;
const LONGEST_READ = 1_000;

/** The terms of a question, in its order. */
export function questionTerms(question: string, lexicon: Lexicon): QuestionTerm[] {
  const text = withoutMasked(question.normalize('NFKC').slice(0, LONGEST_READ));
  const language = detectLanguage(text);
  const terms = new Map<string, QuestionTerm>();
  for (const { text: label, compound, isGuess } of questionWords(text, language, lexicon)) {
    const key = isCjk(label) ? lexicon.fold(label) : latinStems(lexicon.fold(label)).join(' ');
    if (key === '' || terms.has(key) || terms.size >= MOST_TERMS) continue;
    terms.set(key, { ...meaningOf(label, language, lexicon), compound, isGuess });
  }
  return joinOpposites(withoutContained([...terms.values()]));
}

function meaningOf(
  label: string,
  language: Language,
  { fold, glossary, words }: Lexicon,
): Omit<QuestionTerm, 'compound' | 'isGuess'> {
  const key = fold(label);
  const isVague = words.vague.has(key);
  const concepts = glossary.conceptsOf(label);
  const forms = new Set([key]);
  const languages = new Set<Language>([language]);
  if (!isCjk(label)) languages.add('zh-TW').add('ja').add('en'); // names and acronyms stay as they are
  for (const concept of concepts) {
    for (const other of LANGUAGES) {
      for (const word of concept[other]) forms.add(fold(word));
      if (concept[other].length > 0) languages.add(other);
    }
  }
  return {
    label,
    forms: [...forms],
    languages,
    isAspect: isVague || words.aspect.has(key),
    isVague,
  };
}

/** `地熱` beside `地熱發電` would count one subject twice. */
function withoutContained(terms: readonly QuestionTerm[]): QuestionTerm[] {
  return terms.filter(
    (term) =>
      !isCjk(term.label) ||
      !terms.some((other) => other !== term && other.label.includes(term.label)),
  );
}

/** "More or less" asks one thing: an answer names one of the two. */
function joinOpposites(terms: readonly QuestionTerm[]): QuestionTerm[] {
  const joined: QuestionTerm[] = [];
  for (const term of terms) {
    const at = joined.findIndex((other) => areOpposites(other.label, term.label));
    const other = joined[at];
    if (other === undefined) joined.push(term);
    else joined[at] = { ...other, forms: [...new Set([...other.forms, ...term.forms])] };
  }
  return joined;
}
