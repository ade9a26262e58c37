import type { Language } from '@dossier/contracts';
import { markup, type SafeHtml } from './safe-html.ts';
import { LANGUAGE_NAMES } from './source-place.ts';

/** The label of a source's language, in the colour that stands for it everywhere on the page. */
export function languageBadge(language: Language): SafeHtml {
  return markup`<span class="badge lang-${language}">${LANGUAGE_NAMES[language]}</span>`;
}
