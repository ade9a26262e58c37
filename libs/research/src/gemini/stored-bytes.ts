/**
 * Bytes that a value takes in its artifact's document: JSON inside a JSON string (libs/workspace), so that
 * a quotation mark takes four. A document that is too large ends the version.
 */
export function storedBytes(value: unknown): number {
  return Buffer.byteLength(JSON.stringify(JSON.stringify(value)));
}
