import { createContext, Script } from 'node:vm';
import { DeadLetterError } from './errors.ts';

const MAX_PATTERN_LENGTH = 1_000;
/** Longest search in one dead letter: a pattern with nested repeats may need years. */
const SEARCH_MS = 250;

/**
 * A search for a regular expression (Unicode, no flags of its own) that ends in bounded time.
 * @returns null, with the problem noted, when the pattern cannot be compiled. The search itself
 * @throws DeadLetterError `pattern-too-slow`.
 */
export function compilePattern(
  pattern: string,
  problems: string[],
): ((text: string) => boolean) | null {
  if (pattern.length > MAX_PATTERN_LENGTH) {
    problems.push(`pattern must have at most ${MAX_PATTERN_LENGTH} characters`);
    return null;
  }
  let expression: RegExp;
  try {
    expression = new RegExp(pattern, 'u');
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    problems.push(`pattern is no regular expression: ${error.message}`);
    return null;
  }
  // JavaScript can only interrupt a search from outside, which is what a script's time-out does.
  const search = new Script('expression.test(text)');
  const context = createContext({ expression, text: '' });
  return (text) => {
    context['text'] = text;
    try {
      return search.runInContext(context, { timeout: SEARCH_MS }) === true;
    } catch (error) {
      throw new DeadLetterError(
        'pattern-too-slow',
        `the pattern takes more than ${SEARCH_MS} ms on one dead letter: simplify its repeats`,
        { cause: error },
      );
    }
  };
}
