import { parsePostback } from '../commands/postback.ts';

/** Every value of a property in messages or their parts, at any depth. */
export function valuesOf(node: unknown, property: string): unknown[] {
  if (typeof node !== 'object' || node === null) return [];
  const entries: [string, unknown][] = Object.entries(node);
  return entries.flatMap(([key, value]) => [
    ...(key === property ? [value] : []),
    ...valuesOf(value, property),
  ]);
}

/** What the buttons do, in their order; undefined for data that the webhook would refuse. */
export function actsOf(node: unknown): unknown[] {
  return valuesOf(node, 'data').map((data) => parsePostback(String(data)));
}
