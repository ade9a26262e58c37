import { runIdOf } from '@dossier/contracts';
import { composeAnswer } from '../answers/compose-answer.ts';
import { sampleAnswers, type SampleWords } from '../answers/sample-answers.ts';
import type { LineMessage } from '../line-message.ts';
import { planCard } from './plan-card.ts';

/** Messages as the bot sends them, under a name for operators. */
export interface CardSample {
  /** Such as `report 1 (extreme)`. */
  readonly name: string;
  readonly messages: readonly LineMessage[];
}

const ORDINARY: SampleWords = {
  question: '台灣碳費 2026 年怎麼收，對中小企業有什麼影響？',
  title: '台灣碳費的三種費率',
  summary: '費率分三級，中小企業多半不受直接影響；兩份文件對起徵點的說法不同。',
  heading: '費率與起徵點',
  site: 'reports.example',
  url: 'https://reports.example/reports/sample/v2/report.html',
  many: 4,
};

/** Long, with characters of many units, a broken one, and marks that turn or hide letters. */
const LONGEST = `👨‍👩‍👧‍👦\u202E\ud83d\u0007${'碳費𠮷👩🏽‍🔬'.repeat(500)}`;
const EXTREME: SampleWords = {
  question: LONGEST,
  title: LONGEST,
  summary: LONGEST,
  heading: LONGEST,
  site: LONGEST,
  url: `https://報告.example/${'頁'.repeat(90)}`,
  many: 100,
};

/** Every message that the bot can send, with ordinary and with extreme contents. */
export function cardSamples(): readonly CardSample[] {
  return [...samplesWith(ORDINARY, 'ordinary'), ...samplesWith(EXTREME, 'extreme')];
}

function samplesWith(words: SampleWords, what: string): CardSample[] {
  const answers = Object.entries(sampleAnswers(words)).flatMap(([kind, shapes]) =>
    shapes.map((answer, i) => ({
      name: `${kind} ${i + 1} (${what})`,
      messages: composeAnswer(answer),
    })),
  );
  const groups = Array.from({ length: words.many }, (_, i) => ({
    purpose: words.heading,
    language: (['zh-TW', 'ja', 'en'] as const)[i % 3] ?? 'zh-TW',
  }));
  const run = { runId: runIdOf('sample'), version: 1 };
  const plan = planCard({ run, question: words.question, groups });
  return [...answers, { name: `plan 1 (${what})`, messages: [plan] }];
}
