import 'reflect-metadata';
import { Type } from 'class-transformer';
import {
  ArrayMaxSize,
  ArrayMinSize,
  IsArray,
  IsObject,
  IsString,
  MaxLength,
  ValidateNested,
} from 'class-validator';

/** Chapters that a report may have; an answer with more is cut by code, with fewer it is asked again. */
export const CHAPTERS = { least: 3, most: 6 } as const;

class OutlinedChapter {
  @IsString()
  @MaxLength(200)
  heading!: string;

  @IsString()
  @MaxLength(600)
  aim!: string;

  @IsArray()
  @ArrayMaxSize(200)
  @IsString({ each: true })
  @MaxLength(40, { each: true })
  extracts!: string[];
}

/** What a model answers when it is asked for an outline. */
export class OutlineAnswer {
  @IsArray()
  @ArrayMinSize(1)
  @ArrayMaxSize(12)
  // ValidateNested looks into lists within lists, and an empty one passes for checked.
  @IsObject({ each: true })
  @ValidateNested({ each: true })
  @Type(() => OutlinedChapter)
  chapters!: OutlinedChapter[];
}

export const OUTLINE_SCHEMA = {
  type: 'object',
  properties: {
    chapters: {
      type: 'array',
      minItems: 1,
      maxItems: CHAPTERS.most,
      items: {
        type: 'object',
        properties: {
          heading: { type: 'string', description: 'Traditional Chinese, at most 20 characters' },
          aim: { type: 'string', description: 'One sentence in Traditional Chinese' },
          extracts: {
            type: 'array',
            items: { type: 'string' },
            description: 'Keys such as S1-2, from at least two sources',
          },
        },
        required: ['heading', 'aim', 'extracts'],
        propertyOrdering: ['heading', 'aim', 'extracts'],
      },
    },
  },
  required: ['chapters'],
} as const;
