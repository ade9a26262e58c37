import 'reflect-metadata';
import { extractIndex, type Chapter, type Evidence } from '@dossier/contracts';
import { numbersIn, ownWords, simplifiedCharacters, valuesIn } from '@dossier/evaluation';
import { escapeMarkdown, readChapter } from '@dossier/report';
import { IsString, MaxLength } from 'class-validator';
import { reportTitle } from '../../local-corpus/report-title.ts';
import type { ModelGateway } from '../gateway/model-gateway.ts';
import { paidStep, type PaidContext } from '../paid-step.ts';
import { dataBlock } from '../prompts/data-block.ts';
import { prompt } from '../prompts/prompt.ts';
import { speaksToReader } from '../speaks-to-reader.ts';
import { isNoAnswer } from './ask-chapter.ts';
import { shown, type ChapterBrief } from './chapter-brief.ts';
import { isChinese } from './draft-rules.ts';
import { holdsMarkup, traditional, visible, withoutAddresses } from './own-text.ts';
import { lineObjection, plainLine } from './plain-heading.ts';
import { readDraft } from './read-draft.ts';
import { sharedWords } from '../shared-words.ts';

const STEP = 'write.closing';
const MOST_TOKENS = 8_000;
const LONGEST_TITLE = 60;
/** Characters of a summary: a person reads it on a card first. */
const SUMMARY = { least: 20, most: 500 } as const;
/** What of a report a prompt shows, in UTF-16 units. */
const LONGEST_CHAPTERS = 30_000;
const LONGEST_POINT = 160;
/**
 * Share of its words that a title has from the question, and a sentence of a summary from the chapters.
 * Neither has markers, so nothing else keeps a model from saying there what no source says.
 */
const LEAST_SHARED = 0.25;

/** A report's title and the body of its summary. */
export interface Closing {
  readonly title: string;
  readonly summary: string;
}

/** What a model answers when it is asked for title and summary. */
class ClosingAnswer {
  @IsString()
  @MaxLength(300)
  title!: string;

  @IsString()
  @MaxLength(3_000)
  summary!: string;
}

const CLOSING_SCHEMA = {
  type: 'object',
  properties: {
    title: { type: 'string', description: 'Traditional Chinese, at most 30 characters' },
    summary: { type: 'string', description: 'Traditional Chinese, 150 to 400 characters' },
  },
  required: ['title', 'summary'],
  propertyOrdering: ['title', 'summary'],
} as const;

/**
 * What a model proposes as title and summary of the chapters that are being written, from the excerpts
 * that they rest on; empty when it proposes nothing of use.
 */
export function draftClosing(
  evidence: Evidence,
  briefs: readonly ChapterBrief[],
  { gateway, context }: { gateway: ModelGateway; context: PaidContext },
): Promise<Partial<Closing>> {
  return paidStep(context, STEP, async (): Promise<Partial<Closing>> => {
    try {
      return await askForClosing(evidence, briefs, gateway, context);
    } catch (error) {
      if (isNoAnswer(error)) return {};
      throw error;
    }
  });
}

/** Title and summary of finished chapters: what of the draft can stand beside them, else made by code. */
export async function closingOf(
  draft: Partial<Closing>,
  evidence: Evidence,
  chapters: readonly Chapter[],
): Promise<Closing> {
  const own = await ownClosing(evidence, chapters);
  const title = await plainLine(draft.title ?? '');
  const grounds = [evidence.question, ...chapters.map(({ markdown }) => plainText(markdown))];
  const isTitle =
    lineObjection(title, LONGEST_TITLE, grounds) === undefined &&
    sharedWords(title, [evidence.question]) >= LEAST_SHARED;
  return {
    title: isTitle ? title : own.title,
    summary: (await summaryBody(draft.summary ?? '', chapters)) ?? own.summary,
  };
}

/** Title and summary without a model: the question, and the first point of each chapter. */
export async function ownClosing(
  { question }: Evidence,
  chapters: readonly Chapter[],
): Promise<Closing> {
  const title = await reportTitle(withoutAddresses(question));
  const isFit = simplifiedCharacters(ownWords(title)).length === 0;
  return { title: isFit ? title : '研究報告', summary: firstPoints(chapters) };
}

async function askForClosing(
  evidence: Evidence,
  briefs: readonly ChapterBrief[],
  gateway: ModelGateway,
  { signal, ledger }: PaidContext,
): Promise<Closing> {
  const material = materialOf(evidence, briefs);
  const { question } = evidence;
  const { title, summary } = await gateway.structured({
    tier: 'write',
    step: STEP,
    system: prompt('system', {}),
    prompt: prompt('closing', {
      question: shown('question', question),
      chapters: dataBlock('chapters', withoutAddresses(material.join('\n\n'))),
    }),
    schema: CLOSING_SCHEMA,
    shape: ClosingAnswer,
    check: (answer) => closingObjections(answer, [question, ...material]),
    maxOutputTokens: MOST_TOKENS,
    signal,
    ledger,
  });
  return { title: visible(title, 400), summary: visible(summary, 4_000) };
}

/** Each chapter's heading and aim, and the excerpts that it rests on; chapters get equal room. */
function materialOf(evidence: Evidence, briefs: readonly ChapterBrief[]): string[] {
  const extracts = extractIndex(evidence);
  const room = Math.floor(LONGEST_CHAPTERS / Math.max(briefs.length, 1));
  return briefs.map(({ heading, aim, keys }) => {
    const lines = keys.map((key) => `- ${visible(extracts.get(key)?.extract.text ?? '', 600)}`);
    return [heading, aim, ...lines].join('\n').slice(0, room);
  });
}

function closingObjections(
  { title, summary }: ClosingAnswer,
  material: readonly string[],
): readonly string[] {
  const known = valuesOf(material);
  const foreign = numbersIn(`${title}\n${summary}`)
    .filter(({ values }) => !values.some((value) => known.has(value)))
    .map(({ written }) => written);
  const length = [...summary.trim()].length;
  return [
    ...(length > SUMMARY.most ? [`The summary is longer than ${SUMMARY.most} characters.`] : []),
    ...(length < SUMMARY.least ? ['The summary is too short.'] : []),
    ...([...title.trim()].length > LONGEST_TITLE ? ['The title is too long.'] : []),
    ...(title.trim() === '' ? ['The title is empty.'] : []),
    ...(holdsMarkup(title) || holdsMarkup(summary) ? ['No addresses, links or HTML.'] : []),
    ...(foreign.length > 0 ? [`Not in the material: ${foreign.slice(0, 10).join(', ')}.`] : []),
  ];
}

/** A model's summary without what cannot stand in it; undefined when too little is left. */
async function summaryBody(
  summary: string,
  chapters: readonly Chapter[],
): Promise<string | undefined> {
  const known = valuesOf(chapters.map(({ markdown }) => plainText(markdown)));
  const told = ownTexts(chapters);
  const { blocks } = readDraft(await traditional(summary));
  let body = '';
  for (const { text } of blocks.flatMap(({ sentences }) => sentences)) {
    const isGrounded = numbersIn(text).every(({ values }) =>
      values.some((value) => known.has(value)),
    );
    const isFit =
      !holdsMarkup(text) && isChinese(text) && simplifiedCharacters(ownWords(text)).length === 0;
    const isTold = sharedWords(text, told) >= LEAST_SHARED && !speaksToReader(text);
    if (!isGrounded || !isFit || !isTold || [...body, ...text].length >= SUMMARY.most) continue;
    body += /[。！？!?.…」』）]$/u.test(text) ? text : `${text.replace(/[，、；：]+$/u, '')}。`;
  }
  return [...body].length < SUMMARY.least ? undefined : escapeMarkdown(body);
}

function firstPoints(chapters: readonly Chapter[]): string {
  const points: string[] = [];
  let length = 0;
  for (const chapter of chapters.filter(({ kind }) => kind === 'theme')) {
    const point = readChapter(chapter).statements.find(
      ({ text, markers }) => markers.length > 0 && [...text].length <= LONGEST_POINT,
    );
    if (point === undefined || length + point.text.length > SUMMARY.most - 40) continue;
    length += point.text.length;
    const markers = [...new Set(point.markers)].map((key) => `[^${key}]`).join('');
    points.push(`- ${escapeMarkdown(point.text)}${markers}`);
  }
  return ['以下依章節列出各章的第一個重點，細節見內文。', '', ...points].join('\n').trim();
}

function plainText(markdown: string): string {
  return readChapter({ markdown })
    .statements.map(({ text }) => text)
    .join('\n');
}

/** Headings and statements without what they quote: a source's words are not the report's. */
function ownTexts(chapters: readonly Chapter[]): string[] {
  return chapters.map(({ heading, markdown }) => ownWords(`${heading}\n${plainText(markdown)}`));
}

function valuesOf(texts: readonly string[]): ReadonlySet<string> {
  return new Set(texts.flatMap((text) => [...valuesIn(text)]));
}
