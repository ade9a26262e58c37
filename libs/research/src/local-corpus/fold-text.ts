import { characterEntries } from './opencc.ts';

/**
 * Brings text to the form in which it is compared: width and case are gone, and Simplified,
 * Japanese and Taiwanese shapes of a character are one. `地热`, `地熱` and `ＥＧＳ`/`egs` then match
 * without translating anything. The result may differ in length from the input: never use it for offsets.
 */
export type Fold = (text: string) => string;

/** Pairs that OpenCC keeps apart because both are right somewhere. */
const SAME_CHARACTER = [
  ['臺', '台'],
  ['裏', '里'],
  ['裡', '里'],
  ['爲', '為'],
  ['衆', '眾'],
  ['綫', '線'],
  ['羣', '群'],
  ['峯', '峰'],
  ['着', '著'],
] as const;

let loading: Promise<Fold> | undefined;

/**
 * Loads the character tables once. They are read lazily because they cost some 40 ms and 10 MB,
 * which a service that never searches should not pay. Phrase tables (another 80 MB) stay unused.
 */
export function loadFold(): Promise<Fold> {
  loading ??= createFold();
  return loading;
}

async function createFold(): Promise<Fold> {
  const tables = await Promise.all((['cn', 'tw', 'jp'] as const).map(characterTable));
  tables.push(new Map(SAME_CHARACTER));
  const known = new Map<string, string>();
  const foldCharacter = (character: string): string => {
    let folded = known.get(character);
    if (folded === undefined) {
      folded = tables.reduce((shape, table) => table.get(shape) ?? shape, character);
      known.set(character, folded);
    }
    return folded;
  };
  return (text) =>
    text
      .normalize('NFKC')
      .toLowerCase()
      .replace(/\p{Script=Han}/gu, foldCharacter);
}

async function characterTable(variant: 'cn' | 'tw' | 'jp'): Promise<Map<string, string>> {
  const entries = await characterEntries(variant);
  return new Map(entries.map(([character, [first]]) => [character, first ?? character]));
}
