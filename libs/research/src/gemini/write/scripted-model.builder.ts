import type { CallLedger, Evidence, Plan, StageProgress } from '@dossier/contracts';
import { aSource } from '@dossier/report/testing';
import type { ResearchContext, StepMemory } from '../../ports.ts';
import type {
  ModelGateway,
  ProseAnswer,
  ProseCall,
  StructuredCall,
} from '../gateway/model-gateway.ts';

/** What a scripted model says. Text stands for a complete answer. */
export interface Script {
  readonly prose?: (call: ProseCall) => string | Partial<ProseAnswer> | Promise<string>;
  readonly structured?: (call: StructuredCall<object>) => object | Promise<object>;
}

/** A gateway that answers what its script says, and remembers what it was asked. */
export class ScriptedGateway implements ModelGateway {
  readonly calls: (ProseCall | StructuredCall<object>)[] = [];
  readonly #script: Script;

  constructor(script: Script = {}) {
    this.#script = script;
  }

  get steps(): string[] {
    return this.calls.map(({ step }) => step);
  }

  async prose(call: ProseCall): Promise<ProseAnswer> {
    this.calls.push(call);
    const answer = await (this.#script.prose ?? goodChapter)(call);
    const said = typeof answer === 'string' ? { parts: [answer] } : answer;
    return {
      parts: [],
      isCut: false,
      calls: [],
      chunks: [],
      supports: [],
      queries: [],
      pages: [],
      ...said,
    };
  }

  async structured<T extends object>(call: StructuredCall<T>): Promise<T> {
    const asked = call as unknown as StructuredCall<object>;
    this.calls.push(asked);
    const answer = await (this.#script.structured ?? goodStructure)(asked);
    return Object.assign(new call.shape(), answer);
  }
}

/** Steps kept in memory; `failAfter` makes the worker crash once so many were saved. */
export class KeptSteps implements StepMemory {
  readonly saved = new Map<string, unknown>();
  failAfter = Infinity;

  read(name: string): Promise<unknown> {
    return Promise.resolve(this.saved.get(name));
  }

  save(name: string, content: unknown): Promise<unknown> {
    if (!/^[a-z0-9.-]{1,60}$/u.test(name)) throw new Error(`no name for a step: ${name}`);
    this.saved.set(name, JSON.parse(JSON.stringify(content)));
    if (this.saved.size >= this.failAfter) return Promise.reject(new Error('the worker died'));
    return Promise.resolve(this.saved.get(name));
  }
}

const ledger: CallLedger = {
  reserve: () => Promise.resolve({ settle: () => Promise.resolve() }),
};

/** A context with a memory and a list of what progress was told. */
export function writingContext(
  more: Partial<ResearchContext> = {},
): ResearchContext & { readonly told: StageProgress[]; readonly steps: StepMemory } {
  const told: StageProgress[] = [];
  return {
    signal: new AbortController().signal,
    clock: { now: () => new Date('2026-12-01T08:00:00.000Z'), sleep: () => Promise.resolve() },
    ledger,
    progress: (progress) => told.push(progress),
    told,
    ...more,
    steps: more.steps ?? new KeptSteps(),
  };
}

const QUESTION = '青嶼港渡輪改用電力以後有什麼變化？';
const PURPOSES = ['航次與時刻', '排放與噪音', '經費與補助', '居民的看法'];

/** Four groups about an invented ferry. */
export function ferryPlan(): Plan {
  return {
    question: QUESTION,
    reportLanguage: 'zh-TW',
    searchLanguages: ['zh-TW', 'ja', 'en'],
    provider: 'gemini',
    groups: PURPOSES.map((purpose, at) => ({
      id: `g${at + 1}`,
      purpose,
      query: purpose,
      language: 'zh-TW',
      sourceKind: 'web',
    })),
  };
}

/** Six sources with two extracts each, three for each side of the question. */
export function ferryEvidence(): Evidence {
  const page = (key: string, ...texts: readonly [string, string][]) =>
    aSource(
      key,
      `標題 ${key}`,
      { kind: 'web', url: `https://ferry.example/${key}` },
      'zh-TW',
      ...texts.map(([text, group]) => ({ text, groups: [group], wording: 'grounded' as const })),
    );
  return {
    question: QUESTION,
    sources: [
      page(
        'S1',
        ['2025 年電動渡輪共行駛 12,400 航次。', 'g1'],
        ['量測顯示港區的氮氧化物排放下降 41%。', 'g2'],
      ),
      page(
        'S2',
        ['電動渡輪一年行駛 11,800 航次，夏季另有加班船。', 'g1'],
        ['船艙噪音比柴油船低約 8 分貝。', 'g2'],
      ),
      page('S3', ['末班船維持在二十三時開航。', 'g1'], ['充電設施的總經費為 3.2 億元。', 'g3']),
      page(
        'S4',
        ['碼頭邊的住戶說夜裡安靜許多。', 'g4'],
        ['中央補助支付了一半以上的工程費用。', 'g3'],
      ),
      page(
        'S5',
        ['漁會擔心充電站占用卸魚的岸線，詳見 https://fish.example/a?b=1 的說明。', 'g4'],
        ['電池預計使用十年後汰換，費用尚未編列。', 'g3'],
      ),
      page(
        'S6',
        ['問卷中多數乘客覺得搭船更舒適。', 'g4'],
        ['岸上的懸浮微粒濃度也比前一年低。', 'g2'],
      ),
    ],
    agreements: [{ claim: '噪音降低', extracts: ['S2-2', 'S4-1'] }],
    divergences: [
      {
        kind: 'numeric',
        claim: '電動渡輪一年的航次',
        sides: [
          { position: '12,400 航次', extracts: ['S1-1'] },
          { position: '11,800 航次', extracts: ['S2-1'] },
        ],
      },
    ],
    gaps: [{ group: 'g3', note: '沒有找到電池汰換成本的資料' }],
  };
}

/** The extracts that a prompt lists. */
export function extractsIn({ prompt }: { readonly prompt: string }): [key: string, text: string][] {
  const lines = prompt.matchAll(/^\[(S\d+-\d+)\](?: \(new\))? (.+)$/gmu);
  return [...lines].map(([, key = '', text = '']) => [key, text]);
}

/** A chapter that tells what its extracts say. */
export function goodChapter(call: { readonly prompt: string }): string {
  return extractsIn(call)
    .map(([key, text]) => `資料指出，${text.replace(/。$/u, '')}[${key}]。`)
    .join('');
}

/** An outline of three chapters, or a title and a summary. */
export function goodStructure({ step }: { readonly step: string }): object {
  return step === 'write.outline'
    ? {
        chapters: [
          chapter('航次的變化', 'S1-1', 'S2-1', 'S3-1'),
          chapter('環境的變化', 'S1-2', 'S2-2', 'S6-2', 'S4-1'),
          chapter('經費從何而來', 'S3-2', 'S4-2', 'S5-2', 'S5-1', 'S6-1'),
        ],
      }
    : {
        title: '青嶼港電動渡輪的變化',
        summary: '改用電力以後，港區的排放與噪音都下降，航次則有兩種說法。經費多半來自中央補助。',
      };
}

function chapter(heading: string, ...extracts: readonly string[]): object {
  return { heading, aim: `讀者應該知道${heading}。`, extracts };
}
