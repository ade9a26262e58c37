import { objectOf } from './json.ts';
import { extractsIn, keysIn, blockText } from './prompt-data.ts';
import { textIn, type RequestView } from './request-view.ts';

/** What Dossier asks a model for, named as its prompts are. */
export type TaskName =
  | 'plan'
  | 'plan-follow-up'
  | 'read-wish'
  | 'search'
  | 'search-pages'
  | 'search-corpus'
  | 'compare'
  | 'outline'
  | 'chapter'
  | 'chapter-again'
  | 'chapter-go-on'
  | 'deepen-chapter'
  | 'rewrite-chapter'
  | 'closing';

/** What a request is for, told by its tools, its schema and its data, never by the wording of a prompt. */
export function taskOf(view: RequestView): TaskName | 'unknown' {
  if (view.schema !== undefined) return structuredTask(view);
  if (view.functions.length > 0) return 'search-corpus';
  if (view.tools.includes('googleSearch')) return 'search';
  if (view.tools.includes('urlContext')) return 'search-pages';
  return chapterTask(view);
}

/** Whether a text ends where a sentence does, markers aside. */
export function isFinished(text: string): boolean {
  return /[。！？!?.」）)]$/u.test(text.replace(/(?:\[\^?[^\]]*\]|\s)+$/u, ''));
}

function structuredTask({ schema, promptText }: RequestView): TaskName | 'unknown' {
  const names = new Set(Object.keys(objectOf(schema?.['properties'])));
  if (names.has('agreements') || names.has('divergences')) return 'compare';
  if (names.has('summary')) return 'closing';
  if (names.has('kind')) return 'read-wish';
  if (names.has('chapters')) return 'outline';
  if (!names.has('groups')) return 'unknown';
  const isFurther = !names.has('verdict') || blockText(promptText, 'wish') !== '';
  return isFurther ? 'plan-follow-up' : 'plan';
}

function chapterTask({ turns, promptText }: RequestView): TaskName | 'unknown' {
  const extracts = extractsIn(promptText);
  if (extracts.length === 0) return 'unknown';
  const drafts = turns.filter(({ role }) => role === 'model');
  const draft = drafts.at(-1);
  if (draft !== undefined) return isFinished(textIn(draft)) ? 'chapter-again' : 'chapter-go-on';
  const before = keysIn(blockText(promptText, 'text', 'chapter'));
  if (before.length === 0) return 'chapter';
  const isNew = extracts.some(({ key }) => !before.includes(key));
  return isNew ? 'deepen-chapter' : 'rewrite-chapter';
}
