/** The sentences of a list that is written with | or line breaks between them. */
export function sentences(list: string): string[] {
  return list
    .split(/[|\n]/)
    .map((sentence) => sentence.trim())
    .filter((sentence) => sentence !== '');
}
