import type { BaseVersion, Source } from '@dossier/contracts';
import { withFolder } from '../../local-corpus/corpus-folder.builder.ts';
import { LocalCorpus } from '../../local-corpus/local-corpus.ts';
import type { SourceRules } from '../gemini-parts.ts';
import { GeminiSearcher } from './gemini-searcher.ts';
import {
  aContext,
  anAnswer,
  aPlan,
  NOW,
  rules,
  ScriptedGateway,
  type Scripted,
} from './searching.builder.ts';

const FILES = {
  'roof.md': '# 綠屋頂\n\n綠屋頂讓室內降溫 3 度。\n\n綠屋頂的造價是每坪一萬元。\n',
  'trees.md': '# 行道樹\n\n行道樹讓街道降溫 2 度。\n',
};
/** What is asked unless a test says otherwise. */
export const QUESTION = '綠屋頂能讓室內降溫幾度？';
const group = {
  id: 'g1',
  purpose: '降溫效果',
  query: '綠屋頂 室內 降溫',
  language: 'zh-TW',
  sourceKind: 'document',
} as const;
/** The model asks for a search of the documents. */
export const find = (query: string) =>
  anAnswer({
    parts: [],
    calls: [{ name: 'local-corpus-search', args: { query, language: 'zh-TW' } }],
  });
/** The model asks for what it is not offered. */
export const unknownCall = anAnswer({
  parts: [],
  calls: [{ name: 'google-search', args: { queries: ['x'] } }],
});
/** The model ends with these words. */
export const say = (text: string) => anAnswer({ parts: [text] });

interface Setting extends Partial<SourceRules> {
  readonly files?: Readonly<Record<string, string>>;
  readonly question?: string;
  readonly saved?: Map<string, unknown>;
  readonly base?: BaseVersion;
}

/** A first version that rests on these sources. */
export function aBase(sources: readonly Source[]): BaseVersion {
  const plan = aPlan(QUESTION, [group]);
  return {
    version: 1,
    plan,
    evidence: { question: QUESTION, sources, agreements: [], divergences: [], gaps: [] },
    report: { title: '', language: 'zh-TW', chapters: [], provider: 'gemini', writtenAt: NOW },
  };
}

/** One group's search over a folder of these files, with a model that follows the script. */
export function searchOwn(script: readonly Scripted[], setting: Setting = {}) {
  const { files = FILES, question = QUESTION, saved, base, ...fields } = setting;
  return withFolder(files, async (folder) => {
    const gateway = new ScriptedGateway(...script);
    const sources = rules({ grounding: 'own-sources', ...fields });
    const searcher = new GeminiSearcher({ gateway, sources, corpus: new LocalCorpus(folder) });
    const plan = aPlan(question, [group]);
    const findings = await searcher.search(plan, group, { ...aContext(saved), base });
    const texts = findings.sources.flatMap(({ extracts }) => extracts.map(({ text }) => text));
    return { findings, texts, calls: gateway.calls };
  });
}
