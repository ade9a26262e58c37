import type { CallLedger, Plan, QueryGroup } from '@dossier/contracts';
import type { ModelGateway, ProseAnswer, ProseCall } from '../gateway/model-gateway.ts';
import type { SourceRules } from '../gemini-parts.ts';
import type { PaidContext } from '../paid-step.ts';

/** The moment at which all test searches happen. */
export const NOW = '2026-12-01T08:00:00.000Z';

/** What Google Search gives instead of a page's address. */
export const REDIRECT = 'https://vertexaisearch.cloud.google.com/grounding-api-redirect/AUZIYQE';

/** What a scripted model says: an answer, a failure, or either made from the call. */
export type Scripted = ProseAnswer | Error | ((call: ProseCall) => ProseAnswer);

/** A model that says what the test wrote down, and remembers what it was asked. */
export class ScriptedGateway implements ModelGateway {
  readonly calls: ProseCall[] = [];
  readonly #script: Scripted[];

  constructor(...script: Scripted[]) {
    this.#script = script;
  }

  prose: ModelGateway['prose'] = (call) => {
    this.calls.push(call);
    const next = this.#script.shift();
    if (next === undefined)
      throw new Error('the model was asked more often than the test foresees');
    if (next instanceof Error) return Promise.reject(next);
    return Promise.resolve(typeof next === 'function' ? next(call) : next);
  };

  structured: ModelGateway['structured'] = () =>
    Promise.reject(new Error('a search asks for no structure'));
}

/** An answer without grounding. */
export function anAnswer(fields: Partial<ProseAnswer> = {}): ProseAnswer {
  return {
    parts: ['沒有人支持的文字。'],
    isCut: false,
    calls: [],
    chunks: [],
    supports: [],
    queries: [],
    pages: [],
    ...fields,
  };
}

/** Attributes the first occurrence of a text in a part to pages, with Google's byte offsets. */
export function aSupport(
  parts: readonly string[],
  text: string,
  chunks: readonly number[] = [0],
): ProseAnswer['supports'][number] {
  const part = parts.findIndex((each) => each.includes(text));
  const whole = parts[part] ?? '';
  const startByte = Buffer.byteLength(whole.slice(0, whole.indexOf(text)), 'utf8');
  return { part, startByte, endByte: startByte + Buffer.byteLength(text, 'utf8'), text, chunks };
}

/** An answer in which these texts are attributed to one page. */
export function aGroundedAnswer(
  parts: readonly string[],
  texts: readonly string[],
  fields: Partial<ProseAnswer> = {},
): ProseAnswer {
  return anAnswer({
    parts,
    chunks: [{ url: REDIRECT, title: 'example.com' }],
    supports: texts.map((text) => aSupport(parts, text)),
    ...fields,
  });
}

export const group: QueryGroup = {
  id: 'g2',
  purpose: '市場規模',
  query: '台積電 2025 營收',
  language: 'zh-TW',
  sourceKind: 'news',
};

/** A plan of one group. */
export function aPlan(question = '台積電 2025 年表現如何？', groups = [group]): Plan {
  return {
    question,
    reportLanguage: 'zh-TW',
    searchLanguages: ['zh-TW'],
    groups,
    provider: 'gemini',
  };
}

export function rules(fields: Partial<SourceRules> = {}): SourceRules {
  return { grounding: 'strict', allow: [], deny: [], pages: [], ...fields };
}

const ledger: CallLedger = {
  reserve: () => Promise.reject(new Error('the gateway keeps the ledger, not a search')),
};

/** A context whose steps are kept in `saved`, and in which nothing ever takes too long. */
export function aContext(saved = new Map<string, unknown>()): PaidContext {
  return {
    signal: new AbortController().signal,
    clock: {
      now: () => new Date(NOW),
      sleep: (_ms, signal) =>
        new Promise((resolve) => signal?.addEventListener('abort', () => resolve())),
    },
    ledger,
    steps: {
      read: (name) => Promise.resolve(saved.get(name)),
      save: (name, content) => {
        const kept: unknown = JSON.parse(JSON.stringify(content));
        saved.set(name, kept);
        return Promise.resolve(kept);
      },
    },
  };
}
