export const TEXT = { type: 'string' };
export const KEYS = { type: 'array', items: TEXT };

/** JSON Schema of an object with these properties, all of them required. */
export function record(properties: Readonly<Record<string, object>>) {
  return { type: 'object', properties, required: Object.keys(properties) };
}

/** JSON Schema of a list. */
export function list(items: object, bounds: object = {}) {
  return { type: 'array', items, ...bounds };
}
