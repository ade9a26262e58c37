import { LANGUAGES, type Extract, type Source } from '@dossier/contracts';
import { mentions, spellsOut } from './mentions.ts';
import type { Lexicon, QuestionTerm } from './question-terms.ts';
import { searchable, type SearchableText } from './tokenize.ts';

/** A term that this share of the excerpts speaks of is the common subject and singles out none. */
const COMMON = 0.6;
/** Share of the singling-out terms that an excerpt has to speak of. */
const LEAST_SHARE = 0.51;

/** An excerpt as asked about: itself, and what its heading and title add. */
interface Asked {
  readonly extract: Extract;
  readonly own: SearchableText;
  readonly place: SearchableText;
}

/** Which excerpts speak of what is asked, by key. */
export interface ExactAnswers {
  /** By their own words. */
  readonly own: ReadonlySet<string>;
  /** By their own words, heading or title. */
  readonly placed: ReadonlySet<string>;
  /** By their own words at least in part: they name something that singles out what is asked. */
  readonly partly: ReadonlySet<string>;
}

/**
 * Keeps apart what exactly is asked. Two documents about geothermal power may differ on drilling
 * costs, but that is no answer to a question about capacity. Terms that nearly all excerpts of a
 * language share, or none has, cannot single any out; without others every excerpt answers.
 */
export function exactAnswers(
  found: readonly { readonly source: Source; readonly extract: Extract }[],
  terms: readonly QuestionTerm[],
  lexicon: Lexicon,
): ExactAnswers {
  const asked = found.map(({ source, extract }): Asked => ({
    extract,
    own: searchable(extract.text, lexicon.fold),
    place: searchable(`${extract.heading} ${source.title}`, lexicon.fold),
  }));
  const singling = terms.filter((term) => !term.isVague && singlesOut(term, asked));
  const keysWhere = (speaks: Speaks): ReadonlySet<string> =>
    new Set(
      asked.filter((one) => answers(one, singling, speaks)).map(({ extract }) => extract.key),
    );
  const subjects = singling.filter((term) => !term.isAspect);
  const partly = asked.filter((one) => subjects.some((term) => speaksItself(one, term)));
  return {
    own: keysWhere(speaksItself),
    placed: keysWhere(speaksInPlace),
    partly: new Set(partly.map(({ extract }) => extract.key)),
  };
}

/** Measured within each language, since a word's share in others depends on its translation. */
function singlesOut(term: QuestionTerm, asked: readonly Asked[]): boolean {
  if (!asked.some((one) => speaksInPlace(one, term))) return false;
  return LANGUAGES.some((language) => {
    const same = asked.filter(({ extract }) => extract.language === language);
    const speaking = same.filter((one) => speaksInPlace(one, term)).length;
    const isKnown = term.languages.has(language) || speaking > 0;
    return isKnown && same.length > 0 && speaking / same.length < COMMON;
  });
}

function answers(asked: Asked, singling: readonly QuestionTerm[], speaks: Speaks): boolean {
  if (singling.length === 0) return true;
  const met = singling.filter((term) => speaks(asked, term)).length;
  const known = singling.filter((term) => term.languages.has(asked.extract.language)).length;
  return met > 0 && met / Math.max(known, met) >= LEAST_SHARE;
}

type Speaks = (asked: Asked, term: QuestionTerm) => boolean;

function speaksItself({ own }: Asked, term: QuestionTerm): boolean {
  return mentions(own, term.forms) >= 0.5 || (!term.isAspect && spellsOut(own, term.forms));
}

function speaksInPlace(asked: Asked, term: QuestionTerm): boolean {
  return speaksItself(asked, term) || mentions(asked.place, term.forms) >= 0.5;
}
