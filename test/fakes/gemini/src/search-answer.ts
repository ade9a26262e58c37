import { ASPECTS, type AnswerLanguage } from './aspects.ts';
import { stopped, type GeneratedContent, type GroundingChunk } from './generated-content.ts';
import { groundedText, type Piece } from './grounded-text.ts';
import { readPages } from './page-reading.ts';
import { blockText, languageOf, topicOf, withoutData } from './prompt-data.ts';
import type { RequestView } from './request-view.ts';
import { SeededRandom } from './seeded-random.ts';
import { redirectChunk, sitesFor, suggestionChips } from './sites.ts';
import { sentenceOf, statementOf } from './statements.ts';

interface Page {
  readonly domain: string;
  readonly chunk: GroundingChunk;
}

interface Search {
  readonly seed: number;
  readonly question: string;
  readonly language: AnswerLanguage;
  readonly pages: readonly Page[];
  readonly random: SeededRandom;
}

/** What the model says when it was to use pages and could read none. */
const NOTHING = 'NONE';

/** An answer of a request with Google Search, URL Context or both, grounded in pages that do not exist. */
export function searchAnswer(
  view: RequestView,
  api: 'gemini' | 'vertex',
  seed: number,
): GeneratedContent {
  const token = JSON.stringify(view.turns);
  const random = new SeededRandom(seed, token);
  const question = blockText(view.promptText, 'question') || view.promptText;
  const query = blockText(view.promptText, 'query') || question;
  const language = languageFor(view.promptText, query);
  const isSearch = view.tools.includes('googleSearch');
  const sites = isSearch ? sitesFor(language, random) : [];
  const found = sites.map((domain) => ({ domain, chunk: redirectChunk(domain, token, api) }));
  const { metadata, pages } = view.tools.includes('urlContext')
    ? readPages(view.userText)
    : { metadata: [], pages: [] };
  const read = pages.map(({ host, chunk }) => ({ domain: host, chunk }));
  const search = { seed, question, language, pages: [...found, ...read], random };
  const { parts, supports } = answerText(search);
  const grounding = {
    ...(isSearch && searchMetadata(query, random)),
    groundingChunks: search.pages.map(({ chunk }) => chunk),
    groundingSupports: supports,
  };
  return stopped(parts, {
    ...(search.pages.length > 0 && { groundingMetadata: grounding }),
    ...(metadata.length > 0 && { urlContextMetadata: { urlMetadata: metadata } }),
  });
}

function searchMetadata(query: string, random: SeededRandom) {
  const [line = ''] = query.trim().split('\n');
  const queries = [line, `${line} 2025`, `${line} 2026`].slice(0, random.whole(1, 3));
  return {
    webSearchQueries: queries,
    searchEntryPoint: { renderedContent: suggestionChips(queries) },
  };
}

function answerText(search: Search) {
  const { pages, random } = search;
  if (pages.length === 0) return groundedText([[{ text: NOTHING, chunks: [] }]]);
  const isList = random.chance(0.25);
  const pieces = random
    .sample(ASPECTS, random.whole(4, 6))
    .flatMap((aspect) => piecesAbout(aspect, search, isList));
  const middle = random.chance(0.25) ? Math.ceil(pieces.length / 2) : pieces.length;
  const lists = [pieces.slice(0, middle), pieces.slice(middle)].filter(({ length }) => length > 0);
  const thought = random.chance(0.2) ? '先找有日期的第一手來源，再比對各方的數字。' : undefined;
  return groundedText(lists.map(withoutFirstBreak), thought);
}

/** One sentence about an aspect, and sometimes a second one of a page that states it differently. */
function piecesAbout(aspect: (typeof ASPECTS)[number], search: Search, isList: boolean): Piece[] {
  const { pages, random, language, question } = search;
  const topic = topicOf(question, language);
  const stated = pages.map(({ domain }, at) => ({
    at,
    statement: statementOf(aspect, topic, { ...search, domain }),
  }));
  const first = random.pick(stated);
  const others = stated.filter(({ statement }) => statement.value !== first.statement.value);
  const told = others.length > 0 && random.chance(0.4) ? [first, random.pick(others)] : [first];
  return told.map(({ at, statement }) => {
    const same = stated.filter((one) => one.at !== at && one.statement.value === statement.value);
    const [second] = random.chance(0.4) ? same : [];
    const chunks = second === undefined ? [at] : [at, second.at];
    const label = language === 'zh-TW' ? `**${aspect.label}**：` : '';
    return { text: sentenceOf(statement, language), chunks, lead: isList ? `\n* ${label}` : '\n' };
  });
}

function withoutFirstBreak([first, ...rest]: readonly Piece[]): Piece[] {
  if (first === undefined) return rest;
  return [{ ...first, lead: (first.lead ?? '').replace(/^\n/u, '') }, ...rest];
}

/** The language that the prompt names in our own words, else that of its query. */
function languageFor(prompt: string, query: string): AnswerLanguage {
  const ours = withoutData(prompt);
  const named = blockText(prompt, 'language') || ours;
  const isJapanese = /Japanese|日文|日語|日本語|\bja\b/u.test(named);
  const isEnglish = /English|英文|英語|\ben\b/u.test(named);
  const isChinese = /Chinese|中文|\bzh\b/u.test(named);
  if ([isJapanese, isEnglish, isChinese].filter(Boolean).length !== 1) return languageOf(query);
  if (isChinese) return 'zh-TW';
  return isJapanese ? 'ja' : 'en';
}
