import type { Fields, Value } from '../protocol/value-messages.ts';

const PATH_SEGMENT = /`((?:[^`\\]|\\.)*)`|([^.`]+)/g;
const PARSED_PATHS = 2000;
const parsed = new Map<string, readonly string[]>();

/** The segments of a field path such as "a.b.`c.d`"; backquotes protect dots, backslashes escape. */
export function parseFieldPath(path: string): readonly string[] {
  const known = parsed.get(path);
  if (known !== undefined) return known;
  const segments = [...path.matchAll(PATH_SEGMENT)].map(
    ([, quoted, plain]) => quoted?.replace(/\\(.)/g, '$1') ?? plain ?? '',
  );
  // Paths come from the code of clients: there are few. The bound is for a client that makes them up.
  if (parsed.size >= PARSED_PATHS) parsed.clear();
  parsed.set(path, segments);
  return segments;
}

/** The value at a path, or undefined when any part of the path is missing. */
export function valueAt(fields: Fields, path: readonly string[]): Value | undefined {
  let inside: Fields | undefined = fields;
  let value: Value | undefined;
  for (const name of path) {
    // A document may well have a field called "constructor": inherited properties do not count.
    if (inside === undefined || !Object.hasOwn(inside, name)) return undefined;
    value = inside[name];
    inside = value?.mapValue?.fields;
  }
  return value;
}

/**
 * A copy with `value` at the path; `undefined` removes the field. Maps on the way are created, and
 * whatever else stood there is replaced, but removing below something that is no map changes nothing.
 */
export function withValueAt(
  fields: Fields,
  path: readonly string[],
  value: Value | undefined,
): Fields {
  const [name, ...rest] = path;
  if (name === undefined) return fields;
  if (rest.length === 0) {
    if (value !== undefined) return { ...fields, [name]: value };
    return Object.fromEntries(Object.entries(fields).filter(([other]) => other !== name));
  }
  const inner = Object.hasOwn(fields, name) ? fields[name]?.mapValue : undefined;
  if (value === undefined && inner === undefined) return fields;
  return {
    ...fields,
    [name]: { mapValue: { fields: withValueAt(inner?.fields ?? {}, rest, value) } },
  };
}

/** Only the fields that the paths name; paths that lead nowhere are skipped. */
export function projectFields(fields: Fields, paths: readonly string[]): Fields {
  let projected: Fields = {};
  for (const path of paths.map(parseFieldPath)) {
    const value = valueAt(fields, path);
    if (value !== undefined) projected = withValueAt(projected, path, value);
  }
  return projected;
}
