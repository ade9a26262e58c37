/** HTML that may stand in a page: made by `markup`, or by the sanitised Markdown of a chapter. */
export class SafeHtml {
  readonly value: string;

  constructor(value: string) {
    this.value = value;
  }
}

/** What a template takes: text is escaped, `undefined` is nothing, lists are put behind each other. */
export type HtmlPart = string | number | undefined | SafeHtml | readonly HtmlPart[];

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/**
 * Embedding, override and isolate controls reorder the text around them, so a title could pass for
 * another address (CVE-2021-42574). Other control characters are not allowed in HTML at all.
 */
const INVISIBLE =
  /[\u202a-\u202e\u2066-\u2069\u200e\u200f\u061c\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/g;

/** Text without characters that reorder or hide other text; halves of surrogate pairs become U+FFFD. */
export function visibleText(text: string): string {
  return text.toWellFormed().replace(INVISIBLE, '');
}

/** A template tag: every value is escaped for element content and quoted attributes. */
export function markup(strings: TemplateStringsArray, ...parts: readonly HtmlPart[]): SafeHtml {
  const [first = '', ...rest] = strings;
  return new SafeHtml(rest.reduce((done, text, i) => done + render(parts[i]) + text, first));
}

function render(part: HtmlPart): string {
  if (part === undefined) return '';
  if (part instanceof SafeHtml) return part.value;
  if (typeof part === 'object') return part.map(render).join('');
  return visibleText(String(part)).replace(/[&<>"']/g, (character) => ENTITIES[character] ?? '');
}
