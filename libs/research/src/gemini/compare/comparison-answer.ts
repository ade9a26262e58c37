import 'reflect-metadata';
import { Type } from 'class-transformer';
import { IsArray, IsObject, IsString, ValidateNested } from 'class-validator';

export class AgreementAnswer {
  @IsString()
  claim!: string;

  @IsString({ each: true })
  @IsArray()
  extracts!: string[];
}

export class SideAnswer {
  @IsString()
  position!: string;

  @IsString({ each: true })
  @IsArray()
  extracts!: string[];
}

export class DivergenceAnswer {
  /** A text: an odd spelling of a kind is understood, and else drops one divergence only. */
  @IsString()
  kind!: string;

  @IsString()
  claim!: string;

  @IsArray()
  // ValidateNested looks into lists within lists, and an empty one passes for checked.
  @IsObject({ each: true })
  @ValidateNested({ each: true })
  @Type(() => SideAnswer)
  sides!: SideAnswer[];
}

export class GapAnswer {
  @IsString()
  group!: string;

  @IsString()
  note!: string;
}

/** What a model says of the excerpts: unchecked but for its shape. */
export class ComparisonAnswer {
  @IsArray()
  @IsObject({ each: true })
  @ValidateNested({ each: true })
  @Type(() => AgreementAnswer)
  agreements!: AgreementAnswer[];

  @IsArray()
  @IsObject({ each: true })
  @ValidateNested({ each: true })
  @Type(() => DivergenceAnswer)
  divergences!: DivergenceAnswer[];

  @IsArray()
  @IsObject({ each: true })
  @ValidateNested({ each: true })
  @Type(() => GapAnswer)
  gaps!: GapAnswer[];
}

export const KINDS = ['numeric', 'polarity'] as const;

const TEXT = { type: 'string' } as const;
const KEYS = { type: 'array', items: TEXT } as const;

export const COMPARISON_SCHEMA = record({
  agreements: list(record({ claim: TEXT, extracts: KEYS })),
  divergences: list(
    record({
      kind: { type: 'string', enum: KINDS },
      claim: TEXT,
      sides: list(record({ position: TEXT, extracts: KEYS })),
    }),
  ),
  gaps: list(record({ group: TEXT, note: TEXT })),
});

function record(properties: Readonly<Record<string, object>>) {
  return {
    type: 'object',
    properties,
    required: Object.keys(properties),
    additionalProperties: false,
  } as const;
}

function list(items: object) {
  return { type: 'array', items } as const;
}
