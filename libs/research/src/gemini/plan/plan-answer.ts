import 'reflect-metadata';
import { LANGUAGES } from '@dossier/contracts';
import { Type } from 'class-transformer';
import {
  ArrayMaxSize,
  IsArray,
  IsNumber,
  IsObject,
  IsOptional,
  IsString,
  MaxLength,
  ValidateNested,
} from 'class-validator';
import { SOURCE_KINDS } from './group-draft.ts';

/** Codes why a question is none for research; `none` when it is one. */
export const REFUSALS = ['no-question', 'harmful', 'private', 'unknowable', 'off-topic'] as const;
export type Refusal = (typeof REFUSALS)[number];

export const VERDICTS = ['researchable', 'not-researchable'] as const;

/** Far more than is used: an answer beyond this is no plan. */
const MOST = { groups: 40, text: 4_000 } as const;

/** One search as a model proposes it. Codes are texts here: odd ones are understood, not refused. */
export class GroupAnswer {
  @IsString()
  @MaxLength(MOST.text)
  purpose!: string;

  @IsString()
  @MaxLength(MOST.text)
  query!: string;

  @IsString()
  @MaxLength(MOST.text)
  language!: string;

  @IsOptional()
  @IsString()
  @MaxLength(MOST.text)
  sourceKind?: string;

  @IsOptional()
  @IsNumber()
  sinceDays?: number;
}

/** Further searches for a report that exists. */
export class FurtherAnswer {
  @IsArray()
  @ArrayMaxSize(MOST.groups)
  // ValidateNested looks into lists within lists, and an empty one passes for checked.
  @IsObject({ each: true })
  @ValidateNested({ each: true })
  @Type(() => GroupAnswer)
  groups: GroupAnswer[] = [];
}

/** A verdict on a question, and the searches for it. Its codes are loose: odd ones are understood. */
export class PlanAnswer extends FurtherAnswer {
  @IsOptional()
  verdict?: unknown;

  @IsOptional()
  reason?: unknown;

  /** Not in the schema; models put such codes here all the same. */
  @IsOptional()
  error?: unknown;
}

const GROUPS_SCHEMA = {
  type: 'array',
  items: {
    type: 'object',
    properties: {
      purpose: { type: 'string' },
      query: { type: 'string' },
      language: { type: 'string', enum: LANGUAGES },
      sourceKind: { type: 'string', enum: SOURCE_KINDS },
      sinceDays: { type: 'integer', minimum: 1 },
    },
    required: ['purpose', 'query', 'language', 'sourceKind'],
    additionalProperties: false,
  },
} as const;

export const FURTHER_SCHEMA = {
  type: 'object',
  properties: { groups: GROUPS_SCHEMA },
  required: ['groups'],
  additionalProperties: false,
} as const;

export const PLAN_SCHEMA = {
  type: 'object',
  properties: {
    verdict: { type: 'string', enum: VERDICTS },
    reason: { type: 'string', enum: ['none', ...REFUSALS] },
    groups: GROUPS_SCHEMA,
  },
  required: ['verdict', 'reason', 'groups'],
  additionalProperties: false,
} as const;
