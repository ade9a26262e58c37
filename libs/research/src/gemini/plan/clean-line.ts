const ADDRESS = /(?:[a-z][a-z0-9+.-]{1,15}:\/\/|www\.)\S*/giu;
const TAG = /<[^<>]{0,200}>/gu;
/** They narrow a search to a host or a file, which is the operator's decision. */
const OPERATOR =
  /(?<![\p{L}\p{N}])-?(?:site|inurl|intitle|intext|filetype|ext|related|cache|link) *:\S*/giu;
/** Marks with a meaning in prompts, Markdown, HTML or our citations. */
const MARK = /[<>{}[\]|`#*\\^~]/gu;
const UNSEEN = /[\p{Cc}\p{Cf}\p{Cs}\p{Default_Ignorable_Code_Point}\p{Zl}\p{Zp}]/gu;

/**
 * What a model wrote, as one line of plain words: no addresses, search operators, markup or unseen
 * characters. At most `max` characters (code points); may be empty.
 */
export function cleanLine(text: string, max: number): string {
  const line = text
    .toWellFormed()
    .normalize('NFC')
    .replace(/\s/gu, ' ')
    .replace(UNSEEN, '')
    .replace(ADDRESS, ' ')
    .replace(OPERATOR, ' ')
    .replace(TAG, ' ')
    .replace(MARK, ' ')
    .replace(/ +/gu, ' ')
    .trim();
  return Array.from(line).slice(0, max).join('').trim();
}
