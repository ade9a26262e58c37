import { LANGUAGES, type Language } from '@dossier/contracts';

/** The languages to search in, each once, in our order; the report's own when none is named. */
export function askedLanguages(named: readonly Language[]): readonly Language[] {
  const asked = LANGUAGES.filter((language) => named.includes(language));
  return asked.length === 0 ? ['zh-TW'] : asked;
}

/** Those in which nothing is searched yet. */
export function missingLanguages(
  groups: readonly { readonly language: Language }[],
  languages: readonly Language[],
): readonly Language[] {
  return languages.filter((language) => !groups.some((group) => group.language === language));
}
