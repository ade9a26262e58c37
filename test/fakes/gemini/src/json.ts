/** A JSON object whose fields nobody has checked. */
export type JsonObject = Readonly<Record<string, unknown>>;

/** Whether a value is an object with fields (not null, not an array). */
export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The value when it is an object, else one without fields. */
export function objectOf(value: unknown): JsonObject {
  return isObject(value) ? value : {};
}

/** The value's items when it is an array, else none. */
export function itemsOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** The value when it is text, else an empty text. */
export function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
