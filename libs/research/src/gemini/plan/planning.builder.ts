import {
  Retryable,
  type BaseVersion,
  type Chapter,
  type FollowUp,
  type FollowUpWish,
  type Language,
  type NewResearch,
  type QueryGroup,
} from '@dossier/contracts';
import { plainToInstance } from 'class-transformer';
import { validateSync } from 'class-validator';
import { NOW } from '../../local-corpus/corpus-folder.builder.ts';
import type { ResearchContext, StepMemory } from '../../ports.ts';
import type {
  ModelGateway,
  ProseAnswer,
  ProseCall,
  StructuredCall,
} from '../gateway/model-gateway.ts';
import { GeminiPlanner } from './gemini-planner.ts';

/** Answers what a test says, in its order: JSON, or an error to throw. Checks answers as the gateway does. */
export class ScriptedGateway implements ModelGateway {
  /** Every request, repeated ones included; `faults` is what the model is shown of its last answer. */
  readonly asked: { step: string; prompt: string; faults: readonly string[] }[] = [];
  readonly #answers: unknown[];

  constructor(answers: readonly unknown[]) {
    this.#answers = [...answers];
  }

  prose(_call: ProseCall): Promise<ProseAnswer> {
    return Promise.reject(new Error('planning asks for no prose'));
  }

  async structured<T extends object>(call: StructuredCall<T>): Promise<T> {
    const first = await this.#ask(call, []);
    if ('value' in first) return first.value;
    const second = await this.#ask(call, first.faults);
    if ('value' in second) return second.value;
    throw new Retryable('model-answer-unusable', { message: second.faults.join(' ') });
  }

  #ask<T extends object>(call: StructuredCall<T>, faults: readonly string[]) {
    this.asked.push({ step: call.step, prompt: call.prompt, faults });
    const answer = this.#answers.shift();
    return answer instanceof Error ? Promise.reject(answer) : Promise.resolve(judged(call, answer));
  }
}

function judged<T extends object>(
  call: StructuredCall<T>,
  answer: unknown,
): { readonly value: T } | { readonly faults: readonly string[] } {
  if (typeof answer !== 'object' || answer === null || Array.isArray(answer)) {
    return { faults: ['The answer is no object.'] };
  }
  const value = plainToInstance(call.shape, answer);
  const errors = validateSync(value, { whitelist: true, forbidNonWhitelisted: true });
  const faults =
    errors.length > 0 ? errors.map(({ property }) => `${property} is wrong`) : call.check(value);
  return faults.length > 0 ? { faults } : { value };
}

/** A planner whose model answers this, and a memory for steps that outlives its attempts. */
export function aPlanner(...answers: readonly unknown[]) {
  const gateway = new ScriptedGateway(answers);
  const planner = new GeminiPlanner({
    gateway,
    sources: { grounding: 'strict', allow: [], deny: [], pages: [] },
  });
  const saved = new Map<string, string>();
  const steps: StepMemory = {
    read: (name) => Promise.resolve(parsed(saved.get(name))),
    save: (name, content) => {
      saved.set(name, saved.get(name) ?? JSON.stringify(content));
      return steps.read(name);
    },
  };
  const context: ResearchContext = {
    signal: new AbortController().signal,
    clock: { now: () => new Date(NOW), sleep: () => Promise.resolve() },
    ledger: { reserve: () => Promise.reject(new Error('only a real gateway pays')) },
    steps,
  };
  return {
    asked: gateway.asked,
    saved,
    new: (question: string, searchLanguages: readonly Language[] = ['zh-TW', 'ja', 'en']) => {
      const request: NewResearch = {
        kind: 'new',
        question,
        reportLanguage: 'zh-TW',
        searchLanguages,
      };
      return planner.plan(request, { ...context, request });
    },
    further: (wish: FollowUpWish, base: BaseVersion = aBase()) => {
      const request: FollowUp = {
        ...wish,
        question: base.plan.question,
        reportLanguage: 'zh-TW',
        searchLanguages: ['zh-TW', 'ja', 'en'],
        baseVersion: base.version,
      };
      return planner.plan(request, { ...context, request, base });
    },
  };
}

function parsed(text: string | undefined): unknown {
  return text === undefined ? undefined : JSON.parse(text);
}

/** Chapter 1 is a summary, 2 to 4 are themes, 5 tells the limits. */
export const CHAPTERS: readonly Chapter[] = (
  [
    ['summary', '摘要'],
    ['theme', '地熱發電的現況'],
    ['theme', '成本'],
    ['theme', '鑽井風險與反對意見'],
    ['limits', '限制'],
  ] as const
).map(([kind, heading]) => ({ kind, heading, markdown: '' }));

const GROUPS: readonly QueryGroup[] = [
  { id: 'g1', purpose: '現況', query: '地熱發電 現況', language: 'zh-TW', sourceKind: 'web' },
  { id: 'g2', purpose: '成本', query: '地熱發電 成本', language: 'zh-TW', sourceKind: 'web' },
  { id: 'g3', purpose: '日本經驗', query: '地熱発電 導入', language: 'ja', sourceKind: 'web' },
  { id: 'g4', purpose: '風險', query: 'geothermal risks', language: 'en', sourceKind: 'web' },
];

/** A version that a follow-up goes on from. */
export function aBase(groups: readonly QueryGroup[] = GROUPS): BaseVersion {
  const question = '地熱發電的成本與風險是什麼？';
  return {
    version: 1,
    plan: {
      question,
      reportLanguage: 'zh-TW',
      searchLanguages: ['zh-TW', 'ja', 'en'],
      groups,
      provider: 'gemini',
    },
    evidence: { question, sources: [], agreements: [], divergences: [], gaps: [] },
    report: {
      title: '地熱發電',
      language: 'zh-TW',
      chapters: CHAPTERS,
      provider: 'gemini',
      writtenAt: NOW,
    },
  };
}

/** A group as a well-behaved model proposes it. */
export function proposal(query: string, language: string = 'zh-TW', more: object = {}) {
  return { purpose: `關於${query}`, query, language, sourceKind: 'web', ...more };
}

/** A plan as a well-behaved model gives it. */
export function proposed(...groups: readonly unknown[]) {
  return { verdict: 'researchable', reason: 'none', groups };
}
