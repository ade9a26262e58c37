/** Variants of Chinese characters as OpenCC names them. */
type Variant = 'cn' | 'jp' | 'tw';

/**
 * A converter between two variants. Its dictionaries are built on the first call: some 20 ms for
 * Japanese, 240 ms and 80 MB for Simplified Chinese.
 */
export async function converterBetween(
  from: Variant,
  to: Variant,
): Promise<(text: string) => string> {
  // The package's typings import each other without file extensions, so nodenext resolves none of them.
  const opencc: unknown = await import('opencc-js');
  const create = memberOf(opencc, 'Converter');
  const convert = isFunction(create) ? create({ from, to }) : undefined;
  if (!isFunction(convert)) throw new TypeError('opencc-js made no converter');
  return (text) => String(convert(text));
}

/**
 * A variant's one-character entries: each character with its candidates in the standard shape, best
 * first. OpenCC keeps them in the last dictionary of each group, behind the phrases.
 */
export async function characterEntries(variant: Variant): Promise<[string, string[]][]> {
  const presets: unknown = await import('opencc-js/preset');
  const groups = memberOf(memberOf(presets, 'from'), variant);
  if (!Array.isArray(groups)) throw new TypeError(`opencc-js has no dictionaries for ${variant}`);
  return groups.flatMap((group: unknown) => {
    const dictionary: unknown = Array.isArray(group) ? group.at(-1) : undefined;
    return typeof dictionary === 'string' ? entriesOf(dictionary) : [];
  });
}

/** A dictionary reads `key candidate candidate|key candidate|...`. */
function entriesOf(dictionary: string): [string, string[]][] {
  return dictionary.split('|').flatMap((entry): [string, string[]][] => {
    const [key = '', ...candidates] = entry.split(' ');
    return [...key].length === 1 ? [[key, candidates]] : [];
  });
}

function isFunction(value: unknown): value is (argument: unknown) => unknown {
  return typeof value === 'function';
}

function memberOf(value: unknown, name: string): unknown {
  if (typeof value !== 'object' || value === null) return undefined;
  return Object.entries(value).find(([key]) => key === name)?.[1];
}
