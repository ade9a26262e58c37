/** The fields of a decoded message; none when it is not an object. */
export function fieldsOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}

/** The items of a repeated field; none when it is absent. */
export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** A text field; empty when it is absent. */
export function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
