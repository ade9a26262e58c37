import type { GeneratedContent, UsageMetadata } from './generated-content.ts';
import { SeededRandom } from './seeded-random.ts';

/** About how many tokens a text has: one per Han or kana letter, a quarter per other character. An assumption. */
export function tokensOf(text: string): number {
  const wide = text.match(/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/gu)?.length ?? 0;
  return Math.ceil(wide + (text.length - wide) / 4);
}

/** The start of a text that has about so many tokens. */
export function firstTokens(text: string, most: number): string {
  let kept = '';
  let tokens = 0;
  for (const letter of text) {
    tokens += /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u.test(letter) ? 1 : 1 / 4;
    if (tokens > most) break;
    kept += letter;
  }
  return kept;
}

/** What an answer cost; tools add tokens to the prompt. The total is the sum of the four. */
export function usageOf(
  asked: string,
  answer: GeneratedContent,
  usesTools: boolean,
  random: SeededRandom,
): UsageMetadata {
  const parts = answer.candidates?.[0]?.content?.parts ?? [];
  const said = parts.filter(({ thought }) => thought !== true);
  const candidatesTokenCount = said.reduce(
    (sum, { text, functionCall }) =>
      sum +
      tokensOf(text ?? '') +
      (functionCall === undefined ? 0 : tokensOf(JSON.stringify(functionCall))),
    0,
  );
  const promptTokenCount = tokensOf(asked);
  const thoughtsTokenCount = random.whole(40, 420);
  const toolUsePromptTokenCount = usesTools ? random.whole(900, 5200) : 0;
  return {
    promptTokenCount,
    candidatesTokenCount,
    thoughtsTokenCount,
    ...(usesTools && { toolUsePromptTokenCount }),
    totalTokenCount:
      promptTokenCount + candidatesTokenCount + thoughtsTokenCount + toolUsePromptTokenCount,
  };
}
