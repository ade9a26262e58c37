/** A response body of generateContent, as far as this stand-in fills it. */
export interface GeneratedContent {
  readonly candidates?: readonly Candidate[];
  readonly promptFeedback?: { readonly blockReason: string };
  readonly usageMetadata?: UsageMetadata;
  readonly modelVersion?: string;
  readonly responseId?: string;
}

export interface Candidate {
  readonly content?: { readonly role?: 'model'; readonly parts?: readonly Part[] };
  readonly finishReason?: string;
  readonly finishMessage?: string;
  readonly continuationToken?: string;
  readonly index?: number;
  readonly safetyRatings?: readonly object[];
  readonly groundingMetadata?: GroundingMetadata;
  readonly urlContextMetadata?: { readonly urlMetadata: readonly UrlMetadata[] };
}

export interface Part {
  readonly text?: string;
  readonly thought?: boolean;
  readonly thoughtSignature?: string;
  readonly functionCall?: { readonly name: string; readonly args: object; readonly id?: string };
}

export interface GroundingMetadata {
  readonly webSearchQueries?: readonly string[];
  readonly searchEntryPoint?: { readonly renderedContent: string };
  readonly groundingChunks?: readonly GroundingChunk[];
  readonly groundingSupports?: readonly GroundingSupport[];
}

export interface GroundingChunk {
  readonly web: { readonly uri: string; readonly title: string; readonly domain?: string };
}

export interface GroundingSupport {
  readonly segment: {
    readonly partIndex?: number;
    /** UTF-8 bytes in the part; left out when 0, as protobuf's JSON does. */
    readonly startIndex?: number;
    readonly endIndex: number;
    readonly text: string;
  };
  readonly groundingChunkIndices: readonly number[];
}

export interface UrlMetadata {
  readonly retrievedUrl: string;
  readonly urlRetrievalStatus: `URL_RETRIEVAL_STATUS_${'SUCCESS' | 'ERROR' | 'PAYWALL' | 'UNSAFE'}`;
}

export interface UsageMetadata {
  readonly promptTokenCount: number;
  readonly candidatesTokenCount?: number;
  readonly toolUsePromptTokenCount?: number;
  readonly thoughtsTokenCount?: number;
  readonly totalTokenCount: number;
}

/** The answer of a model that came to its end. */
export function stopped(parts: readonly Part[], extra: Partial<Candidate> = {}): GeneratedContent {
  return {
    candidates: [{ content: { role: 'model', parts }, finishReason: 'STOP', index: 0, ...extra }],
  };
}

/** The same answer with changes to its candidate; an answer without one stays as it is. */
export function withCandidate(
  answer: GeneratedContent,
  change: (candidate: Candidate) => Candidate,
): GeneratedContent {
  const [candidate] = answer.candidates ?? [];
  return candidate === undefined ? answer : { ...answer, candidates: [change(candidate)] };
}

/** The same answer with changes to each of its text parts that is no thought. */
export function withTexts(
  answer: GeneratedContent,
  change: (text: string) => string,
): GeneratedContent {
  return withCandidate(answer, (candidate) => ({
    ...candidate,
    content: {
      ...candidate.content,
      parts: (candidate.content?.parts ?? []).map((part) =>
        part.text === undefined || part.thought === true
          ? part
          : { ...part, text: change(part.text) },
      ),
    },
  }));
}
