import { chapterAnswer } from './chapter-answer.ts';
import { compareProposal } from './compare-answer.ts';
import { fitSchema } from './fit-schema.ts';
import { functionAnswer } from './function-answer.ts';
import { stopped, withCandidate, withTexts, type GeneratedContent } from './generated-content.ts';
import { closingProposal, outlineProposal } from './outline-answer.ts';
import { planProposal, wishProposal } from './plan-answer.ts';
import { languageOf } from './prompt-data.ts';
import type { RequestView } from './request-view.ts';
import { searchAnswer } from './search-answer.ts';
import { SeededRandom } from './seeded-random.ts';
import type { TaskName } from './task.ts';
import { firstTokens, tokensOf, usageOf } from './tokens.ts';

/** What an answer depends on: the same asking gets the same answer. */
export interface Asking {
  readonly view: RequestView;
  readonly task: TaskName | 'unknown';
  readonly api: 'gemini' | 'vertex';
  readonly model: string;
  readonly seed: number;
}

/** A model's answer to a request, with its usage, cut off where the request's token cap wants it. */
export function answerTo(asking: Asking): GeneratedContent {
  const whole = bare(asking);
  const { continuationToken } = asking.view;
  const rest =
    continuationToken === '' ? whole : withTexts(whole, (text) => text.slice(halfOf(text)));
  return withUsage(capped(rest, asking.view), asking);
}

/** Where an answer that is continued in a second request is parted. */
export function halfOf(text: string): number {
  return Math.ceil(text.length / 2);
}

/** The answer with what it cost and who gave it. */
export function withUsage(answer: GeneratedContent, asking: Asking): GeneratedContent {
  const { view, model, seed } = asking;
  const random = new SeededRandom(seed, 'usage', JSON.stringify(view.turns));
  const asked = `${view.systemText}${JSON.stringify(view.turns)}`;
  const usesTools = view.tools.some((tool) => tool !== 'functionDeclarations');
  return {
    ...answer,
    usageMetadata: usageOf(asked, answer, usesTools, random),
    modelVersion: model,
    responseId: `fake-${random.whole(1e8, 1e9)}`,
  };
}

/** What a model would write for this schema; `proposal` leads. */
export function structuredText({ view, seed }: Asking, proposal: unknown): string {
  const random = new SeededRandom(seed, JSON.stringify(view.turns));
  return JSON.stringify(fitSchema(view.schema ?? {}, proposal, random));
}

function bare(asking: Asking): GeneratedContent {
  const { view, task, api, seed } = asking;
  if (view.schema !== undefined) {
    return stopped([{ text: structuredText(asking, proposalFor(asking)) }]);
  }
  if (view.functions.length > 0) return functionAnswer(view, seed);
  if (task === 'search' || task === 'search-pages') return searchAnswer(view, api, seed);
  if (task !== 'unknown') return stopped([{ text: chapterAnswer(view, task, seed) }]);
  return stopped([{ text: smallTalk(view) }]);
}

function proposalFor({ view, task, seed }: Asking): unknown {
  const { promptText } = view;
  const random = new SeededRandom(seed, JSON.stringify(view.turns));
  switch (task) {
    case 'plan':
      return planProposal(promptText, random, random.whole(5, 6));
    case 'plan-follow-up':
      return planProposal(promptText, random, 2);
    case 'read-wish':
      return wishProposal(promptText);
    case 'compare':
      return compareProposal(promptText);
    case 'outline':
      return outlineProposal(promptText);
    case 'closing':
      return closingProposal(promptText);
    default:
      return undefined;
  }
}

function capped(answer: GeneratedContent, { settings }: RequestView): GeneratedContent {
  const { maxOutputTokens: most } = settings;
  if (typeof most !== 'number') return answer;
  let left = most;
  let isCut = false;
  const cut = withTexts(answer, (text) => {
    const tokens = tokensOf(text);
    isCut ||= tokens > left;
    const kept = tokens > left ? firstTokens(text, left) : text;
    left = Math.max(0, left - tokens);
    return kept;
  });
  return isCut ? withCandidate(cut, (one) => ({ ...one, finishReason: 'MAX_TOKENS' })) : answer;
}

function smallTalk({ promptText }: RequestView): string {
  const words = { 'zh-TW': '好的，收到了。', ja: '承知しました。', en: 'Understood.' };
  return words[languageOf(promptText)];
}
