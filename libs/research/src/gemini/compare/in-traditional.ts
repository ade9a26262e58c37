import { toTraditional } from '../../local-corpus/to-traditional.ts';
import type { Comparison } from './check-comparison.ts';

const QUOTED = /(「[^」]*」|『[^』]*』)/u;
const KANA = /[\p{Script=Hiragana}\p{Script=Katakana}]/u;

/** A comparison in the characters that Taiwan writes: models slip into Simplified ones. */
export async function inTraditional({
  agreements,
  divergences,
  gaps,
}: Comparison): Promise<Comparison> {
  return {
    agreements: await each(agreements, async (one) => ({
      ...one,
      claim: await converted(one.claim),
    })),
    divergences: await each(divergences, async (one) => ({
      ...one,
      claim: await converted(one.claim),
      sides: await each(one.sides, async (side) => ({
        ...side,
        position: await converted(side.position),
      })),
    })),
    gaps: await each(gaps, async (one) => ({ ...one, note: await converted(one.note) })),
  };
}

/** What is quoted in Japanese keeps its characters, which look like Simplified ones. */
async function converted(words: string): Promise<string> {
  const parts = await each(words.split(QUOTED), async (part) => {
    const isJapanese = QUOTED.test(part) && KANA.test(part);
    return isJapanese ? part : await toTraditional(part);
  });
  return parts.join('');
}

function each<T>(items: readonly T[], change: (item: T) => Promise<T>): Promise<T[]> {
  return Promise.all(items.map(change));
}
