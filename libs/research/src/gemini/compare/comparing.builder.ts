import {
  extractIndex,
  type BaseVersion,
  type Evidence,
  type FollowUp,
  type FollowUpWish,
  type FoundExtract,
  type GroupFindings,
  type Language,
  type Plan,
} from '@dossier/contracts';
import { NOW } from '../../local-corpus/corpus-folder.builder.ts';
import type { ResearchContext, StepMemory } from '../../ports.ts';
import { aBase, ScriptedGateway } from '../plan/planning.builder.ts';
import { compareFindings } from './compare-findings.ts';

type FoundSource = GroupFindings['sources'][number];

/** Four groups, g1 to g4: two in Chinese, then Japanese and English. */
export const PLAN: Plan = aBase().plan;

/** An excerpt of an answer, at a place that follows from its text. */
export function anExcerpt(text: string, more: Partial<FoundExtract> = {}): FoundExtract {
  return {
    text,
    start: 10,
    end: 10 + text.length,
    line: 1,
    heading: '',
    before: '',
    after: '',
    language: 'zh-TW',
    wording: 'grounded',
    ...more,
  };
}

/** A page with its excerpts. */
export function aPage(url: string, texts: readonly string[], more: Partial<FoundSource> = {}) {
  return {
    title: new URL(url).host,
    location: { kind: 'web', url },
    language: 'zh-TW',
    retrievedAt: NOW,
    sha256: 'a'.repeat(64),
    extracts: texts.map((text) => anExcerpt(text)),
    ...more,
  } satisfies FoundSource;
}

/** What one group found. */
export function found(groupId: string, ...sources: readonly FoundSource[]): GroupFindings {
  return { groupId, sources };
}

/** Findings of four groups, a page each that says one of these; in order S1-1, S2-1, ... */
export function pagesThatSay(...texts: readonly string[]): GroupFindings[] {
  return texts.map((text, at) =>
    found(`g${at + 1}`, aPage(`https://site${at + 1}.test/page`, [text])),
  );
}

/** An answer of a model; lists that are not given are empty. */
export function answer(lists: object): object {
  return { agreements: [], divergences: [], gaps: [], ...lists };
}

/** A comparison with a model that answers this, and a memory for steps that outlives its attempts. */
export function aComparison(...answers: readonly unknown[]) {
  const gateway = new ScriptedGateway(answers);
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
  const parts = {
    gateway,
    sources: { grounding: 'strict', allow: [], deny: [], pages: [] },
  } as const;
  return {
    asked: gateway.asked,
    saved,
    of: (findings: readonly GroupFindings[], plan: Plan = PLAN): Promise<Evidence> =>
      compareFindings(parts, plan, findings, context),
    further: (base: BaseVersion, findings: readonly GroupFindings[], wish: FollowUpWish = MORE) => {
      const { question, reportLanguage, searchLanguages } = base.plan;
      const request: FollowUp = {
        ...wish,
        question,
        reportLanguage,
        searchLanguages,
        baseVersion: base.version,
      };
      return compareFindings(parts, furtherPlan(base.plan), findings, {
        ...context,
        request,
        base,
      });
    },
  };
}

const MORE: FollowUpWish = { kind: 'add-sources' };

/** A version whose evidence this is. */
export function baseWith(evidence: Evidence): BaseVersion {
  return { ...aBase(), evidence };
}

/** The base's plan and two further groups: g5 in Japanese, g6 in Chinese. */
export function furtherPlan(base: Plan): Plan {
  const group = (id: string, language: Language) => ({
    id,
    purpose: `關於 ${id} 的進一步資料`,
    query: id,
    language,
    sourceKind: 'web',
  });
  return { ...base, groups: [...base.groups, group('g5', 'ja'), group('g6', 'zh-TW')] };
}

/** Texts of the excerpts by key. */
export function textsIn(evidence: Evidence): Record<string, string> {
  const extracts = [...extractIndex(evidence)];
  return Object.fromEntries(extracts.map(([key, { extract }]) => [key, extract.text]));
}

function parsed(text: string | undefined): unknown {
  return text === undefined ? undefined : JSON.parse(text);
}
