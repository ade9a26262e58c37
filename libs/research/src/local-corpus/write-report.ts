import {
  extractIndex,
  LANGUAGES,
  type Chapter,
  type Divergence,
  type Evidence,
  type Extract,
  type Language,
  type Source,
} from '@dossier/contracts';
import { escapeMarkdown } from '@dossier/report';
import { keysOf, type Quoted, type Theme } from './arrange-chapters.ts';
import type { ExactAnswers } from './focus.ts';
import { LANGUAGE_NAMES } from './find-gaps.ts';
import { quoteExtract } from './quote-extract.ts';

/** The whole chapter on divergences when there are none. */
export const NO_DIVERGENCES = '未發現分歧。';

/**
 * The chapters of an extractive report: summary, themes, divergences, limits. Every factual sentence
 * is an excerpt with its marker; the words around the excerpts state no facts and no figures.
 */
export function reportChapters(
  evidence: Evidence,
  themes: readonly Theme[],
  answers: ExactAnswers,
): Chapter[] {
  return [
    { kind: 'summary', heading: '摘要', markdown: summary(evidence, themes, answers) },
    ...themes.map((theme): Chapter => ({
      kind: 'theme',
      heading: theme.heading,
      markdown: themeBody(theme, evidence),
    })),
    { kind: 'divergences', heading: '分歧', markdown: divergenceBody(evidence) },
    { kind: 'limits', heading: '限制', markdown: limitsBody(evidence) },
  ];
}

function summary(evidence: Evidence, themes: readonly Theme[], answers: ExactAnswers): string {
  const { agreements, divergences } = evidence;
  const views = [
    agreements.length > 0 ? `有 ${agreements.length} 點由不同文件共同支持` : '',
    viewOn(divergences),
  ].filter((view) => view !== '');
  return [
    countsLine(evidence, citedKeys(evidence, themes)),
    ...mainPoints(evidence, themes, answers).map((point) => `- ${point}`),
    `- ${views.join('；')}。`,
  ].join('\n');
}

/** What a summary says about how much the report quotes. */
export function countsLine(evidence: Evidence, cited: ReadonlySet<string>): string {
  const sources = evidence.sources.filter(({ extracts }) =>
    extracts.some(({ key }) => cited.has(key)),
  );
  const languages = countByLanguage(sources)
    .map(([language, documents]) => `${LANGUAGE_NAMES[language]} ${documents} 份`)
    .join('、');
  return `- 從資料夾中 ${sources.length} 份文件（${languages}）摘出 ${cited.size} 段與問題相關的原文，未經改寫。`;
}

/** What a summary says about the divergences. */
export function viewOn({ length }: Evidence['divergences']): string {
  return length > 0
    ? `有 ${length} 點各文件說法不同，見「分歧」一章`
    : '以規則比對，未發現彼此矛盾的數字或說法';
}

/** What the themes and the divergences quote, so that the summary counts what a reader can count. */
function citedKeys({ divergences }: Evidence, themes: readonly Theme[]): ReadonlySet<string> {
  return new Set([
    ...themes.flatMap(({ quotes }) => quotes.flatMap(keysOf)),
    ...divergences.flatMap(({ sides }) => sides.flatMap(({ extracts }) => extracts)),
  ]);
}

/**
 * What the reader should see first: both sides where the documents contradict each other, since
 * those speak of exactly what is asked; else the best answers of two documents. An excerpt that is
 * no answer stands here only when there is none that is, and a foreign one only where no Chinese
 * one answers as well.
 */
function mainPoints(
  evidence: Evidence,
  themes: readonly Theme[],
  { own, partly }: ExactAnswers,
): string[] {
  const extracts = extractIndex(evidence);
  const sides = evidence.divergences[0]?.sides.flatMap((side) => {
    const all = side.extracts.flatMap((key) => extracts.get(key)?.extract ?? []);
    return all.toSorted(chineseFirst)[0] ?? [];
  });
  if (sides !== undefined) return sides.map((extract) => quoteExtract(extract));
  const quotes = themes.flatMap((theme) => theme.quotes);
  const [best = quotes] = [own, partly]
    .map((keys) => quotes.filter(({ extract }) => keys.has(extract.key)))
    .filter((answers) => answers.length > 0);
  const inOrder = best.toSorted((a, b) => chineseFirst(a.extract, b.extract));
  const [first] = inOrder;
  const second = inOrder.find(({ sourceKey }) => sourceKey !== first?.sourceKey);
  return [first, best === quotes ? undefined : second]
    .filter((quote) => quote !== undefined)
    .map(item);
}

function chineseFirst(a: Extract, b: Extract): number {
  return Number(b.language === 'zh-TW') - Number(a.language === 'zh-TW');
}

function countByLanguage(sources: readonly Source[]): [Language, number][] {
  return LANGUAGES.map((language): [Language, number] => [
    language,
    sources.filter((source) => source.language === language).length,
  ]).filter(([, count]) => count > 0);
}

/** Excerpts that agree stand together under one line; the others follow one by one. */
export function themeBody({ quotes }: Theme, { agreements }: Evidence): string {
  const open = new Set(quotes);
  const lines: string[] = [];
  for (const { extracts } of agreements) {
    const alike = [...open].filter(({ extract }) => extracts.includes(extract.key));
    if (new Set(alike.map(({ sourceKey }) => sourceKey)).size < 2) continue;
    alike.forEach((quote) => open.delete(quote));
    lines.push('- 多份文件說法一致：', ...alike.map((quote) => `  - ${item(quote)}`));
  }
  return [...lines, ...[...open].map((quote) => `- ${item(quote)}`)].join('\n');
}

/** One list item, also with its variants, so that no figure is read without the others. */
function item({ extract, also, variants }: Quoted): string {
  const others = variants.map((variant) => quoteExtract(variant));
  return [quoteExtract(extract, also), ...others].join('；另有一處寫作');
}

function divergenceBody(evidence: Evidence): string {
  if (evidence.divergences.length === 0) return NO_DIVERGENCES;
  const extracts = extractIndex(evidence);
  return evidence.divergences.map((divergence) => divergenceLine(divergence, extracts)).join('\n');
}

/** One list item holds all sides, so that no side can be read without the other. */
export function divergenceLine(
  { claim, sides }: Divergence,
  extracts: ReturnType<typeof extractIndex>,
): string {
  const quotes = sides.flatMap((side) => {
    const [first, ...others] = side.extracts.flatMap((key) => extracts.get(key)?.extract ?? []);
    return first === undefined
      ? []
      : [
          quoteExtract(
            first,
            others.map(({ key }) => key),
          ),
        ];
  });
  const [first = '', ...rest] = quotes;
  return `- ${escapeMarkdown(claim)}：一份文件說${[first, ...rest].join('，另一份文件說')}。`;
}

function limitsBody({ sources, gaps }: Evidence): string {
  const hasForeign = sources.some(({ extracts }) =>
    extracts.some(({ language }) => language !== 'zh-TW'),
  );
  return [
    '這份報告是擷取式的：事實句都是來源原文的逐字摘錄，沒有綜合、推論或改寫。',
    ...(hasForeign
      ? ['沒有翻譯：日文與英文的摘錄保留原文；不同語言的說法，只有用詞能互相對應時才比對過。']
      : []),
    '只查了指定的資料夾，沒有上網；資料夾以外的說法不在其中。',
    '一致與分歧由規則比對字詞與數字得出，可能有遺漏，也不判斷哪一方正確。',
    ...gaps.map(({ note }) => escapeMarkdown(note)),
  ]
    .map((line) => `- ${line}`)
    .join('\n');
}
