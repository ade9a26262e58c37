import { FilterSyntaxError } from './filter-syntax-error.ts';
import { tokenize, type Token } from './filter-tokens.ts';

/** Whether a message with these attributes belongs to the subscription. */
export type Filter = (attributes: Readonly<Record<string, string>>) => boolean;

/**
 * Compiles Pub/Sub's filter language:
 * `attributes:k`, `attributes.k = "v"`, `attributes.k != "v"`, `hasPrefix(attributes.k, "p")`,
 * combined by NOT or -, AND, OR and parentheses. AND and OR need parentheses to be mixed.
 * https://cloud.google.com/pubsub/docs/subscription-message-filter#filtering_syntax
 * @throws FilterSyntaxError that names the place or the unexpected word.
 */
export function compileFilter(text: string): Filter {
  const parser = new FilterParser(tokenize(text));
  const filter = parser.expression();
  parser.expectEnd();
  return filter;
}

class FilterParser {
  readonly #tokens: readonly Token[];
  #at = 0;

  constructor(tokens: readonly Token[]) {
    this.#tokens = tokens;
  }

  expression(): Filter {
    const first = this.#term();
    const operator = this.#peek();
    if (operator !== 'AND' && operator !== 'OR') return first;
    const terms = [first];
    for (let next = this.#peek(); next === 'AND' || next === 'OR'; next = this.#peek()) {
      if (next !== operator) {
        throw new FilterSyntaxError('AND and OR cannot be mixed without parentheses');
      }
      this.#take();
      terms.push(this.#term());
    }
    return operator === 'AND'
      ? (attributes) => terms.every((term) => term(attributes))
      : (attributes) => terms.some((term) => term(attributes));
  }

  expectEnd(): void {
    const left = this.#tokens[this.#at];
    if (left !== undefined) throw new FilterSyntaxError(`unexpected ${left.text}`);
  }

  #term(): Filter {
    switch (this.#peek()) {
      case 'NOT':
      case '-': {
        this.#take();
        const negated = this.#term();
        return (attributes) => !negated(attributes);
      }
      case '(': {
        this.#take();
        const inner = this.expression();
        this.#expect(')');
        return inner;
      }
      case 'hasPrefix':
        return this.#prefix();
      default:
        return this.#comparison();
    }
  }

  #prefix(): Filter {
    this.#expect('hasPrefix');
    this.#expect('(');
    this.#expect('attributes');
    this.#expect('.');
    const key = this.#key();
    this.#expect(',');
    const prefix = this.#string();
    this.#expect(')');
    return (attributes) => attributes[key]?.startsWith(prefix) ?? false;
  }

  #comparison(): Filter {
    this.#expect('attributes');
    if (this.#peek() === ':') {
      this.#take();
      const key = this.#key();
      return (attributes) => Object.hasOwn(attributes, key);
    }
    this.#expect('.');
    const key = this.#key();
    const operator = this.#take().text;
    if (operator !== '=' && operator !== '!=') {
      throw new FilterSyntaxError(`expected = or !=, found ${operator}`);
    }
    const value = this.#string();
    return operator === '='
      ? (attributes) => attributes[key] === value
      : (attributes) => attributes[key] !== value;
  }

  #key(): string {
    const token = this.#take();
    if (token.kind === 'symbol') {
      throw new FilterSyntaxError(`expected an attribute name, found ${token.text}`);
    }
    return token.value;
  }

  #string(): string {
    const token = this.#take();
    if (token.kind !== 'string') {
      throw new FilterSyntaxError(`expected a quoted string, found ${token.text}`);
    }
    return token.value;
  }

  /** The next bare word or symbol; undefined for a quoted string, which is never an operator. */
  #peek(): string | undefined {
    const token = this.#tokens[this.#at];
    return token?.kind === 'string' ? undefined : token?.text;
  }

  #take(): Token {
    const token = this.#tokens[this.#at];
    if (token === undefined) throw new FilterSyntaxError('expected more, found the end');
    this.#at += 1;
    return token;
  }

  #expect(text: string): void {
    const found = this.#tokens[this.#at];
    if (found?.text !== text) {
      throw new FilterSyntaxError(`expected ${text}, found ${found?.text ?? 'the end'}`);
    }
    this.#at += 1;
  }
}
