import type { Language, Plan, QueryGroup } from '@dossier/contracts';
import { withoutMasked } from '../../local-corpus/without-masked.ts';
import type { ProseCall } from '../gateway/model-gateway.ts';
import type { PaidContext } from '../paid-step.ts';
import { dataBlock } from '../prompts/data-block.ts';
import { prompt } from '../prompts/prompt.ts';
import { pagesToRead, type PagesToRead } from '../sources/pages-to-read.ts';
import type { SourceRules } from '../gemini-parts.ts';

/** Twenty sentences, and the thoughts that come before them. */
const MOST_TOKENS = 12_000;

const LANGUAGE_NAMES: Readonly<Record<Language, string>> = {
  'zh-TW': 'Traditional Chinese (Taiwan)',
  ja: 'Japanese',
  en: 'English',
};

/** What every request of a search shares. */
export function searchCall(step: string, text: string, { signal, ledger }: PaidContext): ProseCall {
  return {
    tier: 'search',
    step,
    system: prompt('system', {}),
    prompt: text,
    maxOutputTokens: MOST_TOKENS,
    signal,
    ledger,
  };
}

/** A group's words for a prompt, and the pages that go with them. */
export interface SearchWords {
  readonly values: Readonly<Record<'question' | 'purpose' | 'query' | 'language', string>>;
  /** The pages by their numbers, each in the prompt once. */
  readonly pageList: string;
  readonly named: PagesToRead;
}

/** What a group looks for, in blocks that say that it is data. */
export function searchWords(plan: Plan, group: QueryGroup, rules: SourceRules): SearchWords {
  const asked = withoutMasked(plan.question.normalize('NFKC'));
  const named = pagesToRead(rules, asked, [group.purpose, group.query]);
  const [purpose = '', query = ''] = named.words;
  return {
    values: {
      question: dataBlock('question', named.question),
      purpose: dataBlock('purpose', purpose),
      query: dataBlock('query', query),
      language: LANGUAGE_NAMES[group.language],
    },
    pageList: named.pages.map((url, index) => `[page ${index + 1}] ${url}`).join('\n'),
    named,
  };
}
