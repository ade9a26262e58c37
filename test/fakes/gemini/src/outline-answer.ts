import { blockText, extractsIn, languageOf, sourceOf, topicOf } from './prompt-data.ts';
import { readStatement, sentenceOf } from './statements.ts';

interface OutlinedChapter {
  readonly heading: string;
  readonly aim: string;
  readonly extracts: readonly string[];
}

interface DraftChapter {
  readonly labels: readonly string[];
  readonly extracts: readonly string[];
}

const OTHER = '其他觀察';
const GENERAL_THEMES = ['現況說明', '主要數據', '成效觀察'];
const CHAPTERS = { min: 3, max: 5 };

/** Chapters for the extracts of a prompt: each rests on two sources where there are so many. */
export function outlineProposal(prompt: string): { chapters: readonly OutlinedChapter[] } {
  const extracts = extractsIn(prompt);
  const byLabel = Map.groupBy(extracts, ({ text }) => readStatement(text)?.aspect.label ?? OTHER);
  const themes = Array.from(byLabel, ([label, own]) => ({
    labels: [label],
    extracts: own.map(({ key }) => key),
  }));
  const chapters = joined(themes);
  const isEnough = chapters.length >= CHAPTERS.min;
  const keys = extracts.map(({ key }) => key);
  return {
    chapters: (isEnough ? chapters : dealt(keys)).map(({ labels, extracts: own }) => ({
      heading: labels.slice(0, 2).join('與'),
      aim: `說明${labels.join('、')}的情形`,
      extracts: own,
    })),
  };
}

/** A title and a summary out of the chapters of a prompt. */
export function closingProposal(prompt: string): object {
  const question = blockText(prompt, 'question');
  return { title: `${topicOf(question, 'zh-TW')}的現況與觀察`, summary: summaryOf(prompt) };
}

/** Deals the extracts of each source to chapters in turn: for material where one source says most. */
function dealt(keys: readonly string[]): DraftChapter[] {
  const bySource = [...Map.groupBy(keys, sourceOf).values()].flat();
  return GENERAL_THEMES.map((label, chapter) => ({
    labels: [label],
    extracts: bySource.filter((_, at) => at % GENERAL_THEMES.length === chapter),
  })).filter(({ extracts }) => extracts.length > 0);
}

/** Joins themes until each has two sources and there are not too many. */
function joined(themes: readonly DraftChapter[]): DraftChapter[] {
  const wanted = Math.min(CHAPTERS.max, Math.max(CHAPTERS.min, Math.ceil(themes.length / 2)));
  const perChapter = Math.ceil(themes.length / wanted);
  const chapters: DraftChapter[] = [];
  let open: DraftChapter = { labels: [], extracts: [] };
  for (const theme of themes) {
    open = {
      labels: [...open.labels, ...theme.labels],
      extracts: [...open.extracts, ...theme.extracts],
    };
    if (open.labels.length < perChapter || sourcesOf(open) < 2) continue;
    chapters.push(open);
    open = { labels: [], extracts: [] };
  }
  if (open.extracts.length === 0) return chapters;
  const isThin = sourcesOf(open) < 2 || open.labels.length < 2;
  const last = isThin ? chapters.pop() : undefined;
  if (last === undefined) return [...chapters, open];
  return [...chapters, { labels: last.labels, extracts: [...last.extracts, ...open.extracts] }];
}

function sourcesOf({ extracts }: DraftChapter): number {
  return new Set(extracts.map(sourceOf)).size;
}

function summaryOf(prompt: string): string {
  const chapters = blockText(prompt, 'chapters') || prompt;
  const plain = chapters.replace(/\[\^?S\d+-\d+\]/gu, '');
  const sentences = plain.split('\n').flatMap((line) => inChinese(line.replace(/^- /u, '')));
  let summary = '';
  for (const sentence of new Set(sentences)) {
    if (summary.length + sentence.length > 320) break;
    summary += sentence;
  }
  return summary === '' ? '目前的資料說明了現況，各來源的說法互有出入。' : summary;
}

/** A page's statement as the report would put it; other sentences only when they are Chinese. */
function inChinese(line: string): string[] {
  const statement = readStatement(line);
  if (statement !== undefined) return [sentenceOf(statement, 'zh-TW')];
  const sentences = line.match(/[^。#]+。/gu) ?? [];
  return sentences.map((one) => one.trim()).filter((one) => languageOf(one) === 'zh-TW');
}
