/** A JSON object of somebody else, about whose members nothing is known. */
export type LooseObject = Readonly<Record<string, unknown>>;

export function isObject(value: unknown): value is LooseObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The value if it is an object, else an empty one: what is missing is missing member by member. */
export function objectOr(value: unknown): LooseObject {
  return isObject(value) ? value : {};
}

export function textOr(value: unknown, otherwise: string): string {
  return typeof value === 'string' ? value : otherwise;
}

/** The named members that are non-empty strings; `names` maps ours to theirs. */
export function textsOf<Name extends string>(
  object: LooseObject,
  names: Readonly<Record<Name, string>>,
): { readonly [name in Name]?: string } {
  const texts: { [name in Name]?: string } = {};
  for (const name of Object.keys(names) as Name[]) {
    const value = object[names[name]];
    if (typeof value === 'string' && value !== '') texts[name] = value;
  }
  return texts;
}
