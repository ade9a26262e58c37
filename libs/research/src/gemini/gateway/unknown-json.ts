/**
 * What stands under a name in JSON that somebody else made; undefined when there is no such thing. Names
 * that every object inherits are not found.
 */
export function fieldOf(value: unknown, name: string): unknown {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined;
  return (value as Readonly<Record<string, unknown>>)[name];
}

/** What stands under names one below the other. */
export function deepFieldOf(value: unknown, ...names: readonly string[]): unknown {
  return names.reduce(fieldOf, value);
}

/** The members of a list; none when it is no list. */
export function listIn(value: unknown, name: string): readonly unknown[] {
  const list = fieldOf(value, name);
  return Array.isArray(list) ? list : [];
}

/** A text, or '' when there is none. */
export function textIn(value: unknown, name: string): string {
  const text = fieldOf(value, name);
  return typeof text === 'string' ? text : '';
}

/** The texts of a list; what is no text is left out. */
export function textsIn(value: unknown, name: string): readonly string[] {
  return listIn(value, name).filter((item) => typeof item === 'string');
}

/** Whether it is a whole number from 0 that can be counted with. */
export function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0;
}
