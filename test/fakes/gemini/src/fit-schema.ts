import { isObject, itemsOf, objectOf, textOf, type JsonObject } from './json.ts';
import type { SeededRandom } from './seeded-random.ts';

/** A code that says what went wrong: left out of a normal answer when the schema allows. */
const ERROR_NAME = /error|reason|problem|refus/iu;
const FILLING = ['資料足夠說明現況', '各方說法互有出入', '近年的變化值得留意', '仍待更多來源佐證'];

interface Fitting {
  readonly root: JsonObject;
  readonly random: SeededRandom;
}

/**
 * An answer that a response schema allows: `proposal` as far as the schema has room for it, and
 * plausible values for the rest. Property names lead, so a new schema needs no new code here.
 */
export function fitSchema(schema: JsonObject, proposal: unknown, random: SeededRandom): unknown {
  return fit(schema, proposal, { root: schema, random }, '');
}

function fit(given: unknown, proposal: unknown, fitting: Fitting, name: string): unknown {
  const schema = resolve(objectOf(given), fitting.root);
  const choices = [...itemsOf(schema['anyOf']), ...itemsOf(schema['oneOf'])].map(objectOf);
  if (choices.length > 0) return fit(chosen(choices, name), proposal, fitting, name);
  const values = itemsOf(schema['enum']);
  if (values.length > 0) return values.includes(proposal) ? proposal : values[0];
  switch (typeOf(schema, name)) {
    case 'object':
      return fitObject(schema, proposal, fitting);
    case 'array':
      return fitArray(schema, proposal, fitting, name);
    case 'integer':
    case 'number':
      return fitNumber(schema, proposal, fitting.random);
    case 'boolean':
      return typeof proposal === 'boolean' ? proposal : !ERROR_NAME.test(name);
    case 'null':
      return null;
    default:
      return fitText(schema, proposal, fitting.random);
  }
}

function fitObject(schema: JsonObject, proposal: unknown, fitting: Fitting): JsonObject {
  const proposed = isObject(proposal) ? proposal : undefined;
  const required = itemsOf(schema['required']);
  const entries = Object.entries(objectOf(schema['properties'])).flatMap(([name, inner]) => {
    const value = proposed?.[name];
    const isWanted = proposed === undefined ? !ERROR_NAME.test(name) : value !== undefined;
    if (!required.includes(name) && !isWanted) return [];
    return [[name, fit(inner, value, fitting, name)] as const];
  });
  return Object.fromEntries(entries);
}

function fitArray(
  schema: JsonObject,
  proposal: unknown,
  fitting: Fitting,
  name: string,
): readonly unknown[] {
  const min = numberOr(schema['minItems'], Array.isArray(proposal) ? 0 : 1);
  const max = numberOr(schema['maxItems'], Math.max(min, 40));
  const proposed = itemsOf(proposal).slice(0, max);
  const fillers = Array.from({ length: Math.max(0, min - proposed.length) }, () => undefined);
  return [...proposed, ...fillers].map((item) => fit(schema['items'] ?? {}, item, fitting, name));
}

function fitNumber(schema: JsonObject, proposal: unknown, random: SeededRandom): number {
  const min = Math.ceil(numberOr(schema['minimum'], 1));
  const max = Math.floor(numberOr(schema['maximum'], min + 8));
  if (typeof proposal === 'number' && proposal >= min && proposal <= max) return proposal;
  return random.whole(min, max);
}

function fitText(schema: JsonObject, proposal: unknown, random: SeededRandom): string {
  const longest = numberOr(schema['maxLength'], Infinity);
  if (typeof proposal === 'string') return proposal.slice(0, longest);
  if (typeof proposal === 'number') return String(proposal);
  if (schema['format'] === 'date') return '2026-01-15';
  if (schema['format'] === 'date-time') return '2026-01-15T00:00:00Z';
  return random.pick(FILLING);
}

function typeOf(schema: JsonObject, name: string): string {
  const { type } = schema;
  if (Array.isArray(type)) {
    const names = type.map(textOf);
    const isAbsent = names.includes('null') && ERROR_NAME.test(name);
    return isAbsent ? 'null' : (names.find((one) => one !== 'null') ?? 'null');
  }
  if (typeof type === 'string') return type.toLowerCase();
  if ('properties' in schema) return 'object';
  return 'items' in schema ? 'array' : 'string';
}

function chosen(choices: readonly JsonObject[], name: string): JsonObject {
  const isNull = ({ type }: JsonObject) => type === 'null';
  const preferred = choices.find((choice) => isNull(choice) === ERROR_NAME.test(name));
  return preferred ?? choices[0] ?? {};
}

function resolve(schema: JsonObject, root: JsonObject): JsonObject {
  const name = /^#\/\$defs\/(.+)$/u.exec(textOf(schema['$ref']))?.[1];
  return name === undefined ? schema : objectOf(objectOf(root['$defs'])[name]);
}

function numberOr(value: unknown, otherwise: number): number {
  // Gemini's own schema dialect writes counts as strings.
  const number = typeof value === 'string' ? Number(value) : value;
  return typeof number === 'number' && Number.isFinite(number) ? number : otherwise;
}
