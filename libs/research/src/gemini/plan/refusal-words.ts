import { Permanent } from '@dossier/contracts';
import type { Refusal } from './plan-answer.ts';

/** Why nothing is searched, in words of ours: a model's own are never shown. */
const REFUSAL_WORDS: Readonly<Record<Refusal | 'refused', string>> = {
  'no-question': '看不出要研究的問題，請用一句話說明想知道什麼。',
  harmful: '這個問題的答案可能傷害他人，沒辦法研究。',
  private: '這個問題涉及他人的私事，沒辦法研究。',
  unknowable: '這個問題沒有公開的資料可以查證，沒辦法研究。',
  'off-topic': '這不是可以查找資料來回答的問題。',
  refused: '這個問題無法處理，請換個說法或題目。',
};

/** The end of a version whose question is none for research. */
export function notResearchable(refusal: Refusal | 'refused', cause?: unknown): Permanent {
  return new Permanent('not-researchable', { message: REFUSAL_WORDS[refusal], cause });
}
