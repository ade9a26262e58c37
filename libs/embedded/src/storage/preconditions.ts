import { wholeNumber } from './storage-http.ts';

/** The conditions of one request; an absent one always holds. A missing object has generation 0. */
export interface Preconditions {
  readonly generationMatch?: number | undefined;
  readonly generationNotMatch?: number | undefined;
  readonly metagenerationMatch?: number | undefined;
  readonly metagenerationNotMatch?: number | undefined;
}

/** The versions that preconditions are compared with. */
export interface Versions {
  readonly generation: number;
  readonly metageneration: number;
}

/** Reads the ifGeneration... parameters. @throws StorageError 400 when one is not a whole number. */
export function preconditionsOf(query: URLSearchParams): Preconditions {
  return {
    generationMatch: wholeNumber(query, 'ifGenerationMatch'),
    generationNotMatch: wholeNumber(query, 'ifGenerationNotMatch'),
    metagenerationMatch: wholeNumber(query, 'ifMetagenerationMatch'),
    metagenerationNotMatch: wholeNumber(query, 'ifMetagenerationNotMatch'),
  };
}

/**
 * @returns 'mismatch' when a ...Match fails (412), 'unchanged' when a ...NotMatch fails (412, or 304
 * for a read). https://cloud.google.com/storage/docs/request-preconditions
 */
export function checkPreconditions(
  conditions: Preconditions,
  current: Versions | undefined,
): 'hold' | 'mismatch' | 'unchanged' {
  const generation = current?.generation ?? 0;
  const metageneration = current?.metageneration ?? 0;
  const { generationMatch, generationNotMatch, metagenerationMatch, metagenerationNotMatch } =
    conditions;
  if (generationMatch !== undefined && generationMatch !== generation) return 'mismatch';
  if (metagenerationMatch !== undefined && metagenerationMatch !== metageneration) {
    return 'mismatch';
  }
  if (generationNotMatch === generation || metagenerationNotMatch === metageneration) {
    return 'unchanged';
  }
  return 'hold';
}
