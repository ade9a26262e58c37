import 'reflect-metadata';
import { plainToInstance } from 'class-transformer';
import { validateSync, type ValidationError } from 'class-validator';
import { readJson } from './json-text.ts';
import type { ProseAnswer, StructuredCall } from './model-gateway.ts';

/** An answer that holds to its rules, or what is wrong with it, in short sentences for the model. */
export type CheckedAnswer<T> = { readonly value: T } | { readonly findings: readonly string[] };

const MAX_FINDINGS = 12;
const MAX_FINDING_LENGTH = 200;

/** Reads and checks a model's answer: JSON, then its shape, then what only the caller knows. */
export function checkedAnswer<T extends object>(
  { parts, isCut }: Pick<ProseAnswer, 'parts' | 'isCut'>,
  { shape, check }: Pick<StructuredCall<T>, 'shape' | 'check'>,
): CheckedAnswer<T> {
  const json = readJson(parts.join(''), isCut);
  if ('finding' in json) return { findings: [json.finding] };
  const shaped = shapedAs(shape, json.value);
  if ('findings' in shaped) return shaped;
  const findings = check(shaped.value);
  return findings.length > 0 ? { findings: bounded(findings) } : shaped;
}

function shapedAs<T extends object>(shape: new () => T, plain: object): CheckedAnswer<T> {
  try {
    const value = plainToInstance(shape, plain);
    const errors = validateSync(value, { whitelist: true, forbidNonWhitelisted: true });
    return errors.length > 0 ? { findings: bounded(errors.flatMap(sentencesOf)) } : { value };
  } catch (error) {
    // Both libraries throw on some values that are far from the shape, a number for a map for example.
    if (error instanceof TypeError || error instanceof RangeError) {
      return { findings: ['The answer does not follow the schema.'] };
    }
    throw error;
  }
}

function sentencesOf({ property, constraints = {}, children = [] }: ValidationError): string[] {
  const own = Object.values(constraints);
  return [...own, ...children.flatMap(sentencesOf).map((sentence) => `${property}: ${sentence}`)];
}

/** The model chose the names that findings repeat, so neither their number nor their length is free. */
function bounded(findings: readonly string[]): string[] {
  return findings
    .slice(0, MAX_FINDINGS)
    .map((finding) => finding.replace(/\s+/gu, ' ').slice(0, MAX_FINDING_LENGTH));
}
