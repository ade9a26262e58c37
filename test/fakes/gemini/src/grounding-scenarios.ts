import {
  withCandidate,
  type Candidate,
  type GroundingMetadata,
  type GroundingSupport,
} from './generated-content.ts';
import type { AnswerScenario } from './scenario.ts';

/** Answers whose grounding metadata is odd; answers without it stay as they are. */
export const GROUNDING_SCENARIOS = {
  'empty-chunks': grounded((metadata) => ({ ...metadata, groundingChunks: [] })),
  'no-supports': grounded((metadata) => ({ ...metadata, groundingSupports: [] })),
  'no-grounding': ({ answer }) =>
    withCandidate(answer, ({ groundingMetadata: _, ...candidate }) => candidate),
  'chunk-indices-out-of-range': supported((support) => ({
    ...support,
    groundingChunkIndices: [-1, 999, ...support.groundingChunkIndices],
  })),
  'offsets-off-by-one': moved(({ start, end }) => ({ start: start + 1, end: end + 1 })),
  'offsets-in-utf16': moved(({ start, end }, text) => ({
    start: unitsBefore(text, start),
    end: unitsBefore(text, end),
  })),
  'offsets-out-of-range': moved(({ start }) => ({
    start: start + 1_000_000,
    end: start + 1_000_100,
  })),
  'segment-text-differs': supported(({ segment, ...rest }) => ({
    ...rest,
    segment: { ...segment, text: `${segment.text}（改）` },
  })),
  'forty-searches': grounded((metadata) => ({
    ...metadata,
    webSearchQueries: Array.from({ length: 40 }, (_, at) => `第 ${at + 1} 個查詢`),
  })),
  'script-in-suggestions': grounded((metadata) => ({
    ...metadata,
    searchEntryPoint: {
      renderedContent: '<script>parent.document.body.remove()</script><div>chips</div>',
    },
  })),
  'odd-chunks': grounded((metadata) => ({
    ...metadata,
    groundingChunks: (metadata.groundingChunks ?? []).map(({ web }, at) => ({
      web: at === 0 ? { uri: 'javascript:alert(1)', title: '<b>\u202Etitle</b>\u0000' } : web,
    })),
  })),
} as const satisfies Readonly<Record<string, AnswerScenario>>;

interface Range {
  readonly start: number;
  readonly end: number;
}

function grounded(
  change: (metadata: GroundingMetadata, candidate: Candidate) => GroundingMetadata,
): AnswerScenario {
  return ({ answer }) =>
    withCandidate(answer, (candidate) =>
      candidate.groundingMetadata === undefined
        ? candidate
        : { ...candidate, groundingMetadata: change(candidate.groundingMetadata, candidate) },
    );
}

function supported(
  change: (support: GroundingSupport, candidate: Candidate) => GroundingSupport,
): AnswerScenario {
  return grounded((metadata, candidate) => ({
    ...metadata,
    groundingSupports: (metadata.groundingSupports ?? []).map((one) => change(one, candidate)),
  }));
}

function moved(change: (range: Range, text: string) => Range): AnswerScenario {
  return supported(({ segment, ...rest }, candidate) => {
    const { partIndex = 0, startIndex = 0, endIndex } = segment;
    const text = candidate.content?.parts?.[partIndex]?.text ?? '';
    const { start, end } = change({ start: startIndex, end: endIndex }, text);
    return { ...rest, segment: { ...segment, startIndex: start, endIndex: end } };
  });
}

function unitsBefore(text: string, bytes: number): number {
  return Buffer.from(text).subarray(0, bytes).toString().length;
}
