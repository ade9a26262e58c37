import type { Placed } from '../../follow-up.ts';
import { witnessOf } from './witness.ts';

/** Brackets and case are no other key; a key with anything else about it is none of ours. */
const KEY = /^[\s[(（【^]*(S\d{1,6}-\d{1,6})[\s\])）】]*$/iu;

/** What a list of keys stands for; keys that were not shown count for nothing, repeated ones once. */
export function placedBy(
  keys: readonly string[],
  shown: ReadonlyMap<string, Placed>,
): readonly Placed[] {
  const known = keys.flatMap((key) => {
    const [, plain = ''] = (key.length < 40 ? KEY.exec(key) : null) ?? [];
    return shown.get(plain.toUpperCase()) ?? [];
  });
  return [...new Set(known)];
}

export function keysOf(placed: readonly Placed[]): string[] {
  return placed.map(({ extract }) => extract.key);
}

/** The texts of each witness, apart from the others'. */
export function textsByWitness(placed: readonly Placed[]): ReadonlyMap<string, readonly string[]> {
  const texts = new Map<string, string[]>();
  for (const { source, extract } of placed) {
    const witness = witnessOf(source);
    texts.set(witness, [...(texts.get(witness) ?? []), extract.text]);
  }
  return texts;
}
