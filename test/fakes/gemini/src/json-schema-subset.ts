import { invalid, type GoogleRefusal } from './google-refusal.ts';
import { isObject, itemsOf, objectOf, textOf, type JsonObject } from './json.ts';

/** The keywords that Google documents for `responseJsonSchema`; others are refused with 400. */
const KEYWORDS = new Set([
  '$id',
  '$defs',
  '$ref',
  '$anchor',
  'type',
  'format',
  'title',
  'description',
  'enum',
  'items',
  'prefixItems',
  'minItems',
  'maxItems',
  'minimum',
  'maximum',
  'anyOf',
  'oneOf',
  'properties',
  'additionalProperties',
  'required',
  'propertyOrdering',
]);
const TYPES = new Set(['string', 'number', 'integer', 'boolean', 'array', 'object', 'null']);

/** @throws GoogleRefusal when a response schema holds more than the documented subset of JSON Schema. */
export function checkResponseJsonSchema(schema: unknown): void {
  check(schema, 'generation_config.response_json_schema');
}

function check(schema: unknown, path: string): void {
  if (!isObject(schema)) throw refusal(path, 'a schema has to be an object');
  for (const keyword of Object.keys(schema)) {
    if (!KEYWORDS.has(keyword)) throw refusal(path, `the keyword "${keyword}" is not supported`);
  }
  checkRef(schema, path);
  checkTypes(schema, path);
  checkEnum(schema, path);
  checkRequired(schema, path);
  for (const [place, inner] of innerSchemas(schema)) check(inner, `${path}.${place}`);
}

function checkRef(schema: JsonObject, path: string): void {
  if (!('$ref' in schema)) return;
  const beside = Object.keys(schema).find((keyword) => !keyword.startsWith('$'));
  if (beside !== undefined) throw refusal(path, `"${beside}" may not stand beside "$ref"`);
}

function checkTypes({ type }: JsonObject, path: string): void {
  const types = typeof type === 'string' ? [type] : itemsOf(type);
  for (const name of types) {
    if (typeof name !== 'string' || !TYPES.has(name)) {
      throw refusal(path, `the type "${String(name)}" is not known`);
    }
  }
}

function checkEnum({ enum: values }: JsonObject, path: string): void {
  if (values === undefined) return;
  const known = itemsOf(values);
  if (known.length > 0 && known.every((value) => ['string', 'number'].includes(typeof value)))
    return;
  throw refusal(path, 'an enum holds strings or numbers, at least one');
}

function checkRequired({ required, properties }: JsonObject, path: string): void {
  const known = objectOf(properties);
  const missing = itemsOf(required)
    .map(textOf)
    .find((name) => !(name in known));
  if (missing !== undefined) {
    throw refusal(path, `property "${missing}" is required but not defined`);
  }
}

function innerSchemas(schema: JsonObject): [string, unknown][] {
  const lists = ['anyOf', 'oneOf', 'prefixItems'].flatMap((keyword) =>
    itemsOf(schema[keyword]).map((inner, at): [string, unknown] => [`${keyword}[${at}]`, inner]),
  );
  const maps = ['properties', '$defs'].flatMap((keyword) =>
    Object.entries(objectOf(schema[keyword])).map(([name, inner]): [string, unknown] => [
      `${keyword}.${name}`,
      inner,
    ]),
  );
  const { items, additionalProperties } = schema;
  const single: [string, unknown][] = [];
  if (items !== undefined) single.push(['items', items]);
  if (additionalProperties !== undefined && typeof additionalProperties !== 'boolean') {
    single.push(['additionalProperties', additionalProperties]);
  }
  return [...lists, ...maps, ...single];
}

function refusal(path: string, what: string): GoogleRefusal {
  return invalid('schema-unsupported', `Invalid value at '${path}': ${what}.`, path);
}
