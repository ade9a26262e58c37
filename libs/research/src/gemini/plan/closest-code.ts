/** No code is longer; what a model adds beyond this is looked at no more. */
const MAX_VALUE = 200;

/**
 * The code that a model meant with an odd spelling of it; undefined when it is none of them. Models
 * repeat (`not_found_not_found`), decorate (`error: not-found`) and respell (`notFound`) such values.
 */
export function closestCode<C extends string>(value: unknown, known: readonly C[]): C | undefined {
  if (typeof value !== 'string') return undefined;
  const words = wordsOf(value.slice(0, MAX_VALUE));
  if (words === '') return undefined;
  const repeated = known.find((code) => isRepeated(words, wordsOf(code)));
  if (repeated !== undefined) return repeated;
  const named = known.filter((code) => ` ${words} `.includes(` ${wordsOf(code)} `));
  // `researchable` stands within `not researchable`, and does not count beside it.
  const [only, ...others] = named.filter(
    (code) => !named.some((other) => other !== code && wordsOf(other).includes(wordsOf(code))),
  );
  return others.length === 0 ? only : undefined;
}

function isRepeated(words: string, code: string): boolean {
  return words.replaceAll(' ', '').replaceAll(code.replaceAll(' ', ''), '') === '';
}

function wordsOf(text: string): string {
  return text
    .normalize('NFKC')
    .replace(/([a-z])([A-Z])/gu, '$1 $2')
    .toLowerCase()
    .replace(/[^a-z]+/gu, ' ')
    .trim();
}
