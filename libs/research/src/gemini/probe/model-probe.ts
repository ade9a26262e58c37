import { MODEL_TIERS, type CallLedger, type ModelTier } from '@dossier/contracts';
import { IsInt, Max, Min } from 'class-validator';
import type { ModelCall, ModelGateway } from '../gateway/model-gateway.ts';

/** What one use of a model came to. */
export interface ProbeResult {
  readonly tier: ModelTier;
  readonly model: string;
  /** What was tried, in words. */
  readonly use: string;
  readonly ok: boolean;
  /** Of a failure: its stable code, what the service said, and what to do. */
  readonly reason?: string;
  readonly message?: string;
  readonly advice?: string;
}

export interface ProbeParts {
  readonly gateway: ModelGateway;
  readonly models: Readonly<Record<ModelTier, string>>;
  readonly ledger: CallLedger;
  readonly signal: AbortSignal;
}

/** The smallest answer that has to keep to a schema. */
class Sum {
  @IsInt()
  @Min(4)
  @Max(4)
  sum!: number;
}

const SUM_SCHEMA = {
  type: 'object',
  additionalProperties: false,
  required: ['sum'],
  properties: { sum: { type: 'integer', minimum: 4, maximum: 4 } },
} as const;

/** Documentation's own page: it is there, and short. */
const PAGE = 'https://example.com/';
const MOST_TOKENS = 2_048;

interface Probe {
  readonly use: string;
  readonly tiers: readonly ModelTier[];
  readonly ask: (gateway: ModelGateway, call: ModelCall) => Promise<string | undefined>;
}

/** Every way in which the stages ask; `ask` resolves with what is missing in an answer. */
const PROBES: readonly Probe[] = [
  {
    use: 'answers after a JSON schema',
    tiers: ['plan', 'compare', 'write'],
    ask: async (gateway, call) => {
      await gateway.structured({ ...call, schema: SUM_SCHEMA, shape: Sum, check: () => [] });
      return undefined;
    },
  },
  {
    use: 'searches with Google Search and names its sources',
    tiers: ['search'],
    ask: async (gateway, call) => {
      const prompt = 'What is the capital of Japan? Search, and answer in one sentence.';
      const answer = await gateway.prose({ ...call, prompt, serverTools: { googleSearch: {} } });
      if (answer.chunks.length === 0) return 'answered without a source';
      return answer.supports.length === 0
        ? 'did not say which sentence rests on which source'
        : undefined;
    },
  },
  {
    use: 'reads a page with URL Context',
    tiers: ['search'],
    ask: async (gateway, call) => {
      const prompt = `What is the page ${PAGE} for? Read it, and answer in one sentence.`;
      const serverTools = { googleSearch: {}, urlContext: true };
      const { pages } = await gateway.prose({ ...call, prompt, serverTools });
      return pages.some(({ status }) => status === 'success') ? undefined : 'did not read the page';
    },
  },
  {
    use: 'writes prose',
    tiers: ['write'],
    ask: async (gateway, call) => {
      const { isCut } = await gateway.prose({ ...call, prompt: '用一句話說明什麼是研究報告。' });
      return isCut ? 'was cut off' : undefined;
    },
  },
];

const ADVICE: Readonly<Record<string, string>> = {
  'model-misconfigured':
    'Check the name of the model, the key or service account, and GEMINI_API_VERSION: not every version serves every tool.',
  'model-refused': 'The model blocks a harmless question: choose another model.',
  'model-overloaded': 'Try again later, or set DOSSIER_MODEL_FALLBACK.',
  'model-quota': 'The quota per minute is used up: wait, or raise it in the console.',
  'daily-quota': 'The quota of the day is used up: wait for tomorrow, or raise it in the console.',
  'model-timeout': 'The model is too slow for the time that a call may take: choose a faster one.',
  'model-unreachable': 'Check the network and GEMINI_BASE_URL.',
  'model-answer-unusable': 'The model does not keep to a schema: choose another one.',
  'answer-incomplete':
    'The model takes the tool but does not report as we need it: choose another model for this tier, or another GEMINI_API_VERSION.',
};

/** Makes the few calls of every probe, one after another, and tells of each; never throws for one that fails. */
export async function* probeModels(parts: ProbeParts): AsyncGenerator<ProbeResult> {
  for (const tier of MODEL_TIERS) {
    for (const probe of PROBES.filter(({ tiers }) => tiers.includes(tier))) {
      yield await tryOut(parts, tier, probe);
    }
  }
}

async function tryOut(parts: ProbeParts, tier: ModelTier, probe: Probe): Promise<ProbeResult> {
  const { gateway, models, ledger, signal } = parts;
  const about = { tier, model: models[tier], use: probe.use };
  const call: ModelCall = {
    ...{ tier, step: `probe.${tier}`, system: 'Answer briefly.', maxOutputTokens: MOST_TOKENS },
    ...{ prompt: 'How much is two plus two?', signal, ledger },
  };
  try {
    const missing = await probe.ask(gateway, call);
    if (missing === undefined) return { ...about, ok: true };
    return failed(about, 'answer-incomplete', `it ${missing}`);
  } catch (error) {
    signal.throwIfAborted();
    const reason = error instanceof Error && 'reason' in error ? String(error.reason) : 'bug';
    return failed(about, reason, error instanceof Error ? error.message : String(error));
  }
}

function failed(
  about: Pick<ProbeResult, 'tier' | 'model' | 'use'>,
  reason: string,
  message: string,
): ProbeResult {
  const advice = ADVICE[reason] ?? 'See the message; docs/operations.md says more about models.';
  return { ...about, ok: false, reason, message, advice };
}
