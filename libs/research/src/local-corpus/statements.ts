import type { Extract, Source } from '@dossier/contracts';
import { claimScope, type ClaimScope } from './claim-scope.ts';
import { claimTokens } from './claim-tokens.ts';
import { isNegated } from './negation.ts';
import { directions, stanceOf } from './opposites.ts';
import { quantitiesIn, type Quantity } from './quantities.ts';
import { modifiersIn, type Modifiers } from './modifiers.ts';
import type { Lexicon, QuestionTerm } from './question-terms.ts';

/** A part of a sentence that says one thing. */
export interface Clause {
  readonly text: string;
  readonly tokens: ReadonlySet<string>;
  readonly quantities: readonly Quantity[];
  readonly isNegated: boolean;
  readonly directions: ReadonlyMap<number, 1 | -1>;
  /** See {@link stanceOf}. */
  readonly stance: string;
  /** A condition ("unless", "如果") states nothing. */
  readonly isCondition: boolean;
}

/** An excerpt read for comparing it with others. */
export interface Statement {
  readonly extract: Extract;
  readonly source: Source;
  readonly tokens: ReadonlySet<string>;
  /** What its title and heading speak of: often the subject that the sentence leaves out. */
  readonly placeTokens: ReadonlySet<string>;
  readonly scope: ClaimScope;
  readonly modifiers: Modifiers;
  readonly clauses: readonly Clause[];
}

const CONDITION =
  /^\s*(?:若|如果|假如|倘若|除非|即使|只要|一旦|もし|たとえ|if|unless|even if|provided|in case)|(?:なら|れば|たら|ても|の場合)\s*$/iu;
/** Who says so is no part of what is said. */
const ATTRIBUTION =
  /(?:根據|依據|據)[^,]{2,30}?(?:的?(?:報告|統計|調查|研究|資料|估計|估算|數據))?$|[^,]{2,24}(?:指出|表示|認為|估計|統計|主張|強調|發現|報告)(?:顯示)?$|による(?:と|れば)$|\baccording to\b|\b(?:reports?|states?|argues?|estimates?|says|notes|concludes?)(?: that)?$/iu;

const LEADING_ATTRIBUTION =
  /^(?:根據|依據|據)?[^,]{2,20}?(?:指出|表示|認為|估計|統計|主張|強調|發現|測得|顯示)|^.{3,60}?\b(?:reports?|states?|argues?|estimates?|says|notes|finds?|found|shows?|concludes?) that\b/iu;

/** What the question makes of the excerpts. */
export interface Asked {
  readonly terms: readonly QuestionTerm[];
  /** Where a question asks for a year, years are values and no part of the scope. */
  readonly yearsAreValues: boolean;
}

/** Reads an excerpt. */
export function statementOf(
  { source, extract }: { readonly source: Source; readonly extract: Extract },
  lexicon: Lexicon,
  asked: Asked,
): Statement {
  const { yearsAreValues, terms } = asked;
  const { language } = extract;
  const text = extract.text.normalize('NFKC').replace(/\s+/gu, ' ');
  const place = `${extract.heading} ${source.title}`;
  const context = `${extract.before} ${extract.after}`;
  const scope = claimScope(text, { place, context }, lexicon);
  return {
    extract,
    source,
    tokens: claimTokens(withoutFigures(text), language, lexicon),
    placeTokens: claimTokens(withoutFigures(place), source.language, lexicon),
    scope: yearsAreValues ? { ...scope, years: new Set() } : scope,
    modifiers: modifiersIn(withoutFigures(text), terms, lexicon),
    clauses: clausesOf(text, language === 'ja').map((clause) => ({
      text: clause,
      tokens: claimTokens(withoutFigures(clause), language, lexicon),
      quantities: quantitiesIn(clause, yearsAreValues),
      isNegated: isNegated(clause),
      directions: directions(clause),
      stance: stanceOf(clause),
      isCondition: CONDITION.test(clause),
    })),
  };
}

/** Cuts at commas, but not inside `1,500`; Japanese also at 、, which in Chinese only lists. */
function clausesOf(text: string, isJapanese: boolean): string[] {
  const comma = isJapanese
    ? /(?<!\d),|,(?!\d)|[;。.!、](?!\d)/u
    : /(?<!\d),|,(?!\d)|[;。!]|\.(?!\d)/u;
  return text
    .split(comma)
    .map((clause) => clause.trim())
    .filter((clause) => clause !== '' && !ATTRIBUTION.test(clause))
    .map((clause) => clause.replace(LEADING_ATTRIBUTION, ''));
}

function withoutFigures(text: string): string {
  const normal = text.normalize('NFKC');
  return quantitiesIn(normal).reduceRight(
    (rest, { start, end }) => `${rest.slice(0, start)} ${rest.slice(end)}`,
    normal,
  );
}
