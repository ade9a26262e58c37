import { LANGUAGES, type Language } from '@dossier/contracts';
import type { Fold } from './fold-text.ts';
import { GENERAL_GLOSSARY } from './general-glossary.ts';
import { isCjk, latinStems } from './tokenize.ts';

/** Words of each language that mean the same, in the shape in which they are written. */
export type Concept = Readonly<Record<Language, readonly string[]>>;

/** A concept as `glossary.json` spells it: any of the languages may be missing. */
type ConceptRow = Partial<Concept>;

/** Names of world regions come with the runtime in all our languages, so they need no table. */
const REGION_CODES =
  'TW JP CN KR KP US CA MX BR AR CL GB IE FR DE IT ES PT NL BE CH AT SE NO FI DK IS PL CZ GR TR RU UA ' +
  'IN ID PH VN TH MY SG AU NZ ZA EG KE NG ET SA AE IR IL HK';

/** Finds words that mean the same as a term, in all languages. */
export class Glossary {
  readonly #byForm = new Map<string, Concept[]>();
  readonly #fold: Fold;

  constructor(concepts: readonly Concept[], fold: Fold) {
    this.#fold = fold;
    for (const concept of concepts) {
      const forms = LANGUAGES.flatMap((language) => concept[language]);
      for (const form of new Set(forms.map((word) => glossaryKey(fold(word))))) {
        const known = this.#byForm.get(form);
        if (known === undefined) this.#byForm.set(form, [concept]);
        else known.push(concept);
      }
    }
  }

  /** Concepts that hold exactly this term (compared folded). */
  conceptsOf(term: string): readonly Concept[] {
    return this.#byForm.get(glossaryKey(this.#fold(term))) ?? [];
  }

  /** Whether some concept holds this term, given already folded. */
  hasFolded(term: string): boolean {
    return this.#byForm.has(glossaryKey(term));
  }

  /** A stable name shared by every form of a term's first concept; null for unknown terms. */
  conceptName(foldedTerm: string): string | null {
    const concept = this.#byForm.get(glossaryKey(foldedTerm))?.[0];
    if (concept === undefined) return null;
    return `=${concept['zh-TW'][0] ?? concept.en[0] ?? concept.ja[0] ?? foldedTerm}`;
  }
}

/** `care workers` and `care worker` are one entry; Han and kana words stand as they are. */
function glossaryKey(folded: string): string {
  return isCjk(folded) ? folded : latinStems(folded).join(' ');
}

/** The concepts every corpus starts with: general words and names of regions. */
export function generalConcepts(): Concept[] {
  const words = GENERAL_GLOSSARY.trim()
    .split('\n')
    .map((row) => {
      const [zh = '', ja = '', en = ''] = row.split('|');
      return { 'zh-TW': zh.split(','), ja: ja.split(','), en: en.split(',') };
    });
  const names = LANGUAGES.map((language) => new Intl.DisplayNames(language, { type: 'region' }));
  const regions = REGION_CODES.split(' ').map((code) => {
    const [zh, ja, en] = names.map((name) => [name.of(code) ?? code]);
    return { 'zh-TW': zh ?? [], ja: ja ?? [], en: en ?? [] };
  });
  return [...words, ...regions];
}

/**
 * Reads a folder's `glossary.json`: `[{ "zh-TW": ["地熱"], "ja": ["地熱"], "en": ["geothermal"] }, ...]`.
 * @returns null when the text is not such a list.
 */
export function parseGlossary(json: string): Concept[] | null {
  let rows: unknown;
  try {
    rows = JSON.parse(json);
  } catch {
    return null; // told to the user as an unusable glossary
  }
  if (!Array.isArray(rows) || !rows.every(isConceptRow)) return null;
  return rows.map((row) => ({ 'zh-TW': row['zh-TW'] ?? [], ja: row.ja ?? [], en: row.en ?? [] }));
}

function isConceptRow(row: unknown): row is ConceptRow {
  if (typeof row !== 'object' || row === null || Array.isArray(row)) return false;
  return Object.entries(row).every(
    ([key, forms]: [string, unknown]) =>
      LANGUAGES.some((language) => language === key) &&
      Array.isArray(forms) &&
      forms.every((form) => typeof form === 'string' && form.trim() !== ''),
  );
}

const GLOSS_AFTER =
  /([\p{Script=Han}\p{Script=Katakana}ー]{2,12})\s?[（(]([A-Za-z][A-Za-z0-9 .&’'-]{1,48})[）)]/gu;

/**
 * Concepts a text explains itself, as in `熱島效應（urban heat island）`: the words before a bracket
 * and the Latin words in it. Where the name starts is unknown, so every tail of three to eight
 * characters counts as one (two, when nothing stands before them).
 */
export function mineGlosses(text: string): Concept[] {
  return [...text.matchAll(GLOSS_AFTER)].map(([, before = '', latin = '']) => {
    const characters = [...before];
    const tails = [3, 4, 5, 6, 7, 8]
      .filter((length) => length <= characters.length)
      .map((length) => characters.slice(-length).join(''));
    const names = characters.length === 2 ? [before] : tails;
    return { 'zh-TW': names, ja: names, en: [latin.trim()] };
  });
}
