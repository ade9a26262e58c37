import type { GroundingSupport, Part } from './generated-content.ts';

/** A piece of an answer: text, and the chunks that it rests on. */
export interface Piece {
  readonly text: string;
  /** Places in the answer's grounding chunks; empty for text that nothing supports. */
  readonly chunks: readonly number[];
  /** What stands before it and is no part of the supported segment, for example a list mark. */
  readonly lead?: string;
}

/** Parts of an answer with the supports that point into them. */
export interface GroundedText {
  readonly parts: readonly Part[];
  readonly supports: readonly GroundingSupport[];
}

/**
 * Joins pieces to one text part per list, and points at them as Google does: UTF-8 bytes within the
 * part, and a `startIndex` or `partIndex` of 0 left out. A thought stands before them when given.
 */
export function groundedText(lists: readonly (readonly Piece[])[], thought?: string): GroundedText {
  const parts: Part[] = thought === undefined ? [] : [{ text: thought, thought: true }];
  const supports: GroundingSupport[] = [];
  for (const pieces of lists) {
    let text = '';
    for (const { lead = '', text: words, chunks } of pieces) {
      text += lead;
      if (chunks.length > 0) supports.push(supportOf(parts.length, text, words, chunks));
      text += words;
    }
    parts.push({ text });
  }
  return { parts, supports };
}

function supportOf(
  part: number,
  before: string,
  text: string,
  chunks: readonly number[],
): GroundingSupport {
  const start = Buffer.byteLength(before);
  const endIndex = start + Buffer.byteLength(text);
  return {
    segment: {
      ...(part > 0 && { partIndex: part }),
      ...(start > 0 && { startIndex: start }),
      endIndex,
      text,
    },
    groundingChunkIndices: chunks,
  };
}
