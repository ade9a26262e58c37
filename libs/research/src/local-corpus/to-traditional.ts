/**
 * Characters that are written this way in Simplified Chinese only. A character that Traditional
 * Chinese also uses (`后`, `里`, `台`) is among its own candidates in OpenCC's table, so it is none.
 */
let loading: Promise<ReadonlySet<string>> | undefined;

/**
 * Brings a question asked in Simplified Chinese into the report's script; other text stays as it is.
 * The phrase tables this takes (240 ms, 80 MB) are loaded only when there is something to convert.
 */
export async function toTraditional(text: string): Promise<string> {
  loading ??= simplifiedOnly();
  const simplified = await loading;
  if (![...text].some((character) => simplified.has(character))) return text;
  const { Converter } = await import('opencc-js/cn2t');
  return Converter({ from: 'cn', to: 'tw' })(text);
}

async function simplifiedOnly(): Promise<ReadonlySet<string>> {
  const { from } = await import('opencc-js/preset');
  const characters = from['cn']?.[0]?.at(-1);
  if (typeof characters !== 'string') return new Set();
  return new Set(
    characters.split('|').flatMap((entry) => {
      const [simplified = '', ...candidates] = entry.split(' ');
      return candidates.includes(simplified) ? [] : [simplified];
    }),
  );
}
