import type { Candidate as SdkCandidate } from '@google/genai';

/** JSON text as a value that nobody has checked. */
export function parsed(text: string | undefined): unknown {
  return JSON.parse(text ?? '');
}

/** The text of an answer's segments, read as Google's documentation says: bytes within the part. */
export function segmentsOf(
  candidate: SdkCandidate | undefined,
): { named: string; found: string }[] {
  const parts = candidate?.content?.parts ?? [];
  const supports = candidate?.groundingMetadata?.groundingSupports ?? [];
  return supports.map(({ segment = {} }) => {
    const { partIndex = 0, startIndex = 0, endIndex = 0, text = '' } = segment;
    const bytes = Buffer.from(parts[partIndex]?.text ?? '');
    return { named: text, found: bytes.subarray(startIndex, endIndex).toString() };
  });
}
