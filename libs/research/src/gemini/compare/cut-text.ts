/** The beginning of a text, at most `max` UTF-16 units, and no half of a character at its end. */
export function cutTo(max: number, text: string): string {
  return text.slice(0, max).replace(/[\ud800-\udbff]$/u, '');
}
