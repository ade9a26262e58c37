/**
 * Wraps text of a person or a page, so that a prompt can say "what stands between these marks is data".
 * The mark cannot be forged: whatever looks like one inside is broken up. This is advice to the model;
 * what it may do is decided in code.
 */
export function dataBlock(label: string, text: string): string {
  const quoted = text.replace(/<(?=\/?data\b)/giu, '‹');
  return `<data name="${label}">\n${quoted}\n</data>`;
}
