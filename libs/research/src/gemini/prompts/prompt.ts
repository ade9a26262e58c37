import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Every prompt, and the placeholders that its file may and must hold. */
export const PROMPTS = {
  system: [],
  plan: ['question', 'today', 'languages'],
  'plan-follow-up': ['question', 'wish', 'chapter', 'groups', 'today', 'languages'],
  'read-wish': ['question', 'chapters', 'wish'],
  search: ['question', 'purpose', 'query', 'language', 'today', 'since', 'pages'],
  'search-pages': ['question', 'purpose', 'query', 'language', 'pages'],
  'search-corpus': ['question', 'purpose', 'query', 'language'],
  compare: ['question', 'groups', 'extracts'],
  outline: ['question', 'extracts', 'agreements', 'divergences'],
  chapter: ['question', 'heading', 'aim', 'extracts', 'others'],
  'chapter-again': ['faults'],
  'chapter-go-on': [],
  'deepen-chapter': ['question', 'heading', 'text', 'wish', 'extracts'],
  'rewrite-chapter': ['question', 'heading', 'text', 'wish', 'extracts'],
  closing: ['question', 'chapters'],
} as const satisfies Record<string, readonly string[]>;
export type PromptName = keyof typeof PROMPTS;
export type PromptValues<N extends PromptName> = Readonly<
  Record<(typeof PROMPTS)[N][number], string>
>;

const PLACEHOLDER = /\{\{([a-z]+)\}\}/gu;
const folder = import.meta.dirname;
const loaded = new Map<PromptName, string>();

/**
 * A prompt with its values. Values are put in once and never read again, so that braces in a person's
 * or a page's text stay text.
 * @throws Error when the file holds other placeholders than the table says: a mistake of ours.
 */
export function prompt<N extends PromptName>(name: N, values: PromptValues<N>): string {
  const known: Readonly<Record<string, string>> = values;
  return templateOf(name).replace(PLACEHOLDER, (_, placeholder: string) => {
    const value = known[placeholder];
    if (value === undefined) throw new Error(`prompt ${name} lacks a value for ${placeholder}`);
    return value;
  });
}

/** The placeholders that a prompt's file holds. */
export function placeholdersIn(name: PromptName): ReadonlySet<string> {
  const found = [...templateOf(name).matchAll(PLACEHOLDER)];
  return new Set(found.map(([, placeholder = '']) => placeholder));
}

function templateOf(name: PromptName): string {
  let text = loaded.get(name);
  if (text === undefined) {
    text = readFileSync(join(folder, `${name}.md`), 'utf8').trim();
    loaded.set(name, text);
  }
  return text;
}
