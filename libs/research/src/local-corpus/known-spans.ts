import type { Fold } from './fold-text.ts';
import type { Glossary } from './glossary.ts';

/** The longest glossary entry looked for, in characters. */
const LONGEST_KNOWN = 32;
/** Words with nothing but spaces and hyphens between them. */
const PHRASE = /^[\p{L}\p{N}\p{M}ー々 -]+$/u;

/** Places of glossary words in a text, longest word first, from left to right. */
export function knownSpans(
  text: string,
  { glossary, fold }: { readonly glossary: Glossary; readonly fold: Fold },
): { start: number; end: number }[] {
  const characters = [...text];
  const folded = characters.map(fold);
  const offsets = [0];
  for (const character of characters) offsets.push((offsets.at(-1) ?? 0) + character.length);
  const spans: { start: number; end: number }[] = [];
  let index = 0;
  while (index < characters.length) {
    const length = knownLengthAt(folded, index, glossary);
    if (length > 0) spans.push({ start: offsets[index] ?? 0, end: offsets[index + length] ?? 0 });
    index += Math.max(1, length);
  }
  return spans;
}

function knownLengthAt(folded: readonly string[], index: number, glossary: Glossary): number {
  const isWordInside = isLatin(folded[index - 1]) && isLatin(folded[index]);
  if (isWordInside || !isLetter(folded[index])) return 0;
  for (let length = Math.min(LONGEST_KNOWN, folded.length - index); length >= 2; length -= 1) {
    const last = folded[index + length - 1];
    const isCut = !isLetter(last) || (isLatin(last) && isLatin(folded[index + length]));
    const candidate = isCut ? '' : folded.slice(index, index + length).join('');
    if (PHRASE.test(candidate) && glossary.hasFolded(candidate)) return length;
  }
  return 0;
}

function isLatin(character: string | undefined): boolean {
  return character !== undefined && /[\p{Script=Latin}\p{N}]/u.test(character);
}

function isLetter(character: string | undefined): boolean {
  return character !== undefined && /[\p{L}\p{N}ー々]/u.test(character);
}
