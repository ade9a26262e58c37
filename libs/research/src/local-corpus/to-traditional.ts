import { characterEntries, converterBetween } from './opencc.ts';

/** Taiwan writes these too, though OpenCC would change them (台 beside 臺, 占 beside 佔). */
const ALSO_TAIWANESE = new Set(
  '台里干群游后秘吃伙佣松面占床岩岳征采咨咸范准峰雇杰斗余划丰云吁厘恒並并卷',
);

let loading: Promise<ReadonlySet<string>> | undefined;
let building: ReturnType<typeof converterBetween> | undefined;

/**
 * Brings a question asked in Simplified Chinese into the report's script; other text stays as it is.
 * The phrase tables this takes (240 ms, 80 MB) are loaded once, and only when there is something to
 * convert.
 */
export async function toTraditional(text: string): Promise<string> {
  loading ??= simplifiedOnly();
  const simplified = await loading;
  if (![...text].some((character) => simplified.has(character))) return text;
  building ??= converterBetween('cn', 'tw');
  return (await building)(text);
}

async function simplifiedOnly(): Promise<ReadonlySet<string>> {
  const entries = await characterEntries('cn');
  return new Set(
    entries
      .filter(([simplified, candidates]) => !candidates.includes(simplified))
      .map(([simplified]) => simplified)
      .filter((simplified) => !ALSO_TAIWANESE.has(simplified)),
  );
}
