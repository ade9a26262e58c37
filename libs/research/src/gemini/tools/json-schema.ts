import { Ajv } from 'ajv';

/** A JSON Schema as a tool declares it. */
export type JsonSchema = Readonly<Record<string, unknown>>;

const ajv = new Ajv({ strict: true, allErrors: false });

/** Tells what a schema accepts. Schemas are ours: one that is wrong throws when it is first used. */
export function guardOf<T>(schema: JsonSchema): (value: unknown) => value is T {
  return ajv.compile<T>(schema);
}
