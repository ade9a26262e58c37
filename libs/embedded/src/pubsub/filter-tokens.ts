import { FilterSyntaxError } from './filter-syntax-error.ts';

/** One word, quoted string or symbol of a filter; `text` as written, `value` without its quotes. */
export interface Token {
  readonly kind: 'string' | 'word' | 'symbol';
  readonly text: string;
  readonly value: string;
}

const TOKEN =
  /(?<string>"(?:[^"\\]|\\["\\])*")|(?<symbol>!=|[=:.,()-])|(?<word>[A-Za-z_][A-Za-z0-9_]*)/y;

/**
 * Splits a filter into tokens.
 * @throws FilterSyntaxError with the position of the first character that starts none.
 */
export function tokenize(text: string): Token[] {
  const tokens: Token[] = [];
  let at = skipSpace(text, 0);
  while (at < text.length) {
    TOKEN.lastIndex = at;
    const match = TOKEN.exec(text);
    if (match === null) throw new FilterSyntaxError(`unexpected character at ${at}`);
    const [found] = match;
    if (match.groups?.['string'] !== undefined) {
      const value = found.slice(1, -1).replace(/\\(.)/gs, '$1');
      tokens.push({ kind: 'string', text: found, value });
    } else {
      const kind = match.groups?.['word'] === undefined ? 'symbol' : 'word';
      tokens.push({ kind, text: found, value: found });
    }
    at = skipSpace(text, at + found.length);
  }
  return tokens;
}

function skipSpace(text: string, from: number): number {
  let at = from;
  while (at < text.length && /\s/.test(text.charAt(at))) at += 1;
  return at;
}
