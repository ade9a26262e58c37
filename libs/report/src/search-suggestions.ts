import { createHash } from 'node:crypto';
import type { SearchSuggestion } from '@dossier/contracts';
import { parse, type DefaultTreeAdapterTypes } from 'parse5';
import { markup, SafeHtml } from './safe-html.ts';

/** A search tool's own links, ready to be shown, and what the page's policy must allow for them. */
export interface SuggestionView {
  /** `undefined` when there is nothing to show. */
  readonly html: SafeHtml | undefined;
  /** Sources for `style-src`: the suggestions' own styles by hash, and nothing else. */
  readonly styleSources: readonly string[];
}

const FRAME_STYLE = 'body{margin:0}';

/** Google's have one style each; more of them would only make the page's policy long. */
const MAX_STYLES = 100;

/**
 * Stands before the suggestion, in the frame's document and not in the suggestion: links open a tab of
 * their own, and the frame follows the reader's light or dark.
 */
const FRAME_HEAD =
  '<!doctype html><meta charset="utf-8"><meta name="color-scheme" content="light dark">' +
  `<base target="_blank"><style>${FRAME_STYLE}</style>`;

/**
 * Search Suggestions exactly as they were returned, one for each group. They are foreign HTML: each
 * stands in a frame of its own without scripts, forms or a way to the page around it. What it can do is
 * be looked at, and be followed into a new tab.
 */
export function suggestionView(suggestions: readonly SearchSuggestion[]): SuggestionView {
  const shown = firstOfEach(suggestions.filter(({ html }) => html.trim() !== ''));
  if (shown.length === 0) return { html: undefined, styleSources: [] };
  const documents = shown.map(({ html }) => FRAME_HEAD + html);
  return {
    html: markup`<aside class="suggestions" aria-label="Google 搜尋建議">
      ${documents.map(
        (document) =>
          markup`<iframe title="Google 搜尋建議" sandbox="allow-popups allow-popups-to-escape-sandbox" srcdoc="${exactly(document)}"></iframe>`,
      )}
    </aside>`,
    styleSources: [...new Set(documents.flatMap(styleSourcesOf))].slice(0, MAX_STYLES),
  };
}

function firstOfEach(suggestions: readonly SearchSuggestion[]): readonly SearchSuggestion[] {
  return [...Map.groupBy(suggestions, ({ group }) => group).values()].flatMap((same) =>
    same.slice(0, 1),
  );
}

/** Escaped for a quoted attribute and otherwise untouched: nothing may be taken out of a suggestion. */
function exactly(html: string): SafeHtml {
  const escaped = html
    .toWellFormed()
    .replaceAll('&', '&amp;')
    .replaceAll('"', '&quot;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;');
  return new SafeHtml(escaped);
}

type Node = DefaultTreeAdapterTypes.Node;

/** A frame made by `srcdoc` obeys the page's policy, which knows styles by their hashes. */
function styleSourcesOf(document: string): readonly string[] {
  const { elements, attributes } = stylesIn(parse(document));
  return [
    ...elements.map(hashOf),
    ...(attributes.length > 0 ? ["'unsafe-hashes'", ...attributes.map(hashOf)] : []),
  ];
}

function stylesIn(root: Node): { elements: readonly string[]; attributes: readonly string[] } {
  const elements: string[] = [];
  const attributes: string[] = [];
  const waiting: Node[] = [root];
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    if ('tagName' in node) {
      attributes.push(...node.attrs.filter(({ name }) => name === 'style').map((a) => a.value));
      if (node.tagName === 'style') {
        elements.push(
          node.childNodes.map((child) => ('value' in child ? child.value : '')).join(''),
        );
      }
    }
    if ('childNodes' in node) waiting.push(...node.childNodes.toReversed());
  }
  return { elements, attributes };
}

function hashOf(style: string): string {
  return `'sha256-${createHash('sha256').update(style).digest('base64')}'`;
}
