import 'reflect-metadata';
import {
  LANGUAGES,
  Permanent,
  Retryable,
  type BaseVersion,
  type Chapter,
  type FollowUpWish,
} from '@dossier/contracts';
import { IsOptional } from 'class-validator';
import type { ModelGateway } from '../gateway/model-gateway.ts';
import type { ResearchContext } from '../../ports.ts';
import { paidContext, paidStep, type PaidContext } from '../paid-step.ts';
import { dataBlock } from '../prompts/data-block.ts';
import { prompt } from '../prompts/prompt.ts';
import { closestCode } from './closest-code.ts';
import { folded, namedChapters } from './named-chapters.ts';
import { checkedWish, understandWish, type UnderstoodWish } from './understand-wish.ts';

const MAX_OUTPUT_TOKENS = 4_096;
const MAX_TEXT = 400;
const KINDS = ['deepen', 'add-sources', 'rewrite', 'republish', 'unclear'] as const;
const ERRORS = ['chapter_not_found'] as const;
/** What models write for "no error". */
const NO_ERROR = /^[^\p{L}]*(?:none|null|no|n\/a|na|ok|undefined|false|no[ _-]?error)?[^\p{L}]*$/iu;

/** A wish as a model reads it. Types are loose where a rule can still tell what is meant. */
class WishAnswer {
  @IsOptional()
  kind?: unknown;

  @IsOptional()
  chapter?: unknown;

  @IsOptional()
  languages?: unknown;

  @IsOptional()
  error?: unknown;
}

const WISH_SCHEMA = {
  type: 'object',
  properties: {
    kind: { type: 'string', enum: KINDS },
    chapter: { type: 'integer', minimum: 1 },
    languages: { type: 'array', items: { type: 'string', enum: LANGUAGES } },
    error: { type: 'string', enum: ERRORS },
  },
  required: ['kind'],
  additionalProperties: false,
} as const;

/**
 * Turns a wish in words into one that says what to do: by rule, and by one small call only when no rule
 * is sure. The words go along as its instruction.
 * @throws Permanent `no-such-chapter`, `unclear-wish`.
 */
export async function readWish(
  instruction: string,
  base: BaseVersion,
  gateway: ModelGateway,
  context: ResearchContext,
): Promise<FollowUpWish> {
  const { chapters } = base.report;
  let understood = understandWish(instruction, chapters);
  if (understood.kind === 'unclear' && /[\p{L}\p{N}]/u.test(instruction)) {
    const paid = paidContext(context);
    understood = await paidStep(paid, 'plan.wish', async (): Promise<UnderstoodWish> => {
      const answer = await ask(instruction, base, gateway, paid);
      return answer === undefined ? { kind: 'unclear' } : understoodBy(answer, chapters);
    });
  }
  switch (understood.kind) {
    case 'clear':
      return { ...understood.wish, instruction };
    case 'no-such-chapter':
      throw new Permanent('no-such-chapter');
    case 'unclear':
      throw new Permanent('unclear-wish');
  }
}

async function ask(
  instruction: string,
  { plan, report }: BaseVersion,
  gateway: ModelGateway,
  { signal, ledger }: PaidContext,
): Promise<WishAnswer | undefined> {
  const headings = report.chapters.map(({ heading }, at) => `${at + 1}. ${heading}`);
  try {
    return await gateway.structured({
      tier: 'plan',
      step: 'plan.wish',
      system: prompt('system', {}),
      prompt: prompt('read-wish', {
        question: dataBlock('question', plan.question),
        chapters: dataBlock('chapters', headings.join('\n')),
        wish: dataBlock('wish', instruction),
      }),
      maxOutputTokens: MAX_OUTPUT_TOKENS,
      schema: WISH_SCHEMA,
      shape: WishAnswer,
      check: () => [],
      signal,
      ledger,
    });
  } catch (error) {
    // A wish that no model reads is asked back about; the report stays as it is.
    if (error instanceof Permanent && error.reason === 'model-refused') return undefined;
    if (error instanceof Retryable && error.reason === 'model-answer-unusable') return undefined;
    throw error;
  }
}

/** What a model's answer means, whatever it holds. */
function understoodBy(
  { kind: named, chapter: place, languages, error }: WishAnswer,
  chapters: readonly Chapter[],
): UnderstoodWish {
  const isMissing = [error, named, place].some((each) => closestCode(each, ERRORS) !== undefined);
  if (isMissing) return { kind: 'no-such-chapter' };
  const kind = closestCode(named, KINDS);
  const isError = typeof error === 'string' ? !NO_ERROR.test(error) : Boolean(error);
  if (isError || kind === undefined || kind === 'unclear') return { kind: 'unclear' };
  const chapter = chapterIn(place, chapters);
  if (chapter === undefined && kind === 'deepen') return { kind: 'unclear' };
  const spoken = Array.isArray(languages) ? languages : [languages];
  const wanted = LANGUAGES.filter((language) =>
    spoken.some((each) => closestCode(each, LANGUAGES) === language),
  );
  return checkedWish({ kind, chapter, languages: wanted }, chapters);
}

/** A number, a numeral or a heading; 0, which is no chapter, for what names none of them. */
function chapterIn(place: unknown, chapters: readonly Chapter[]): number | undefined {
  if (place === undefined || place === null || place === '') return undefined;
  if (typeof place === 'number') return Number.isInteger(place) ? place : 0;
  if (typeof place !== 'string') return 0;
  const text = folded(place.slice(0, MAX_TEXT));
  if (/^\d{1,4}\.?$/u.test(text)) return Number.parseInt(text, 10);
  const exact = chapters.findIndex(({ heading }) => folded(heading) === text) + 1;
  const [first = 0, second] = exact > 0 ? [exact] : namedChapters(text, chapters);
  return second === undefined ? first : 0;
}
