import type { GroundingSupport, PageStatus, ProseAnswer } from './model-gateway.ts';
import { deepFieldOf, fieldOf, isCount, listIn, textIn, textsIn } from './unknown-json.ts';

/** A text part, and its place among all parts of the answer. */
export interface TextPart {
  readonly place: number;
  readonly text: string;
}

type Grounding = Pick<ProseAnswer, 'chunks' | 'supports' | 'queries' | 'pages' | 'suggestionHtml'>;

/** What the answer rests on. Whatever does not have the form that it should is left out. */
export function groundingOf(candidate: unknown, parts: readonly TextPart[]): Grounding {
  const metadata = fieldOf(candidate, 'groundingMetadata');
  const { chunks, places } = chunksOf(metadata);
  const html = textIn(fieldOf(metadata, 'searchEntryPoint'), 'renderedContent');
  return {
    chunks,
    supports: listIn(metadata, 'groundingSupports').flatMap((support) =>
      supportOf(support, parts, places),
    ),
    queries: textsIn(metadata, 'webSearchQueries'),
    pages: pagesOf(candidate),
    ...(html === '' ? {} : { suggestionHtml: html }),
  };
}

/** The chunks that are pages, and the place of each among them by its place in the answer. */
function chunksOf(metadata: unknown) {
  const places = new Map<number, number>();
  const chunks: ProseAnswer['chunks'][number][] = [];
  for (const [place, chunk] of listIn(metadata, 'groundingChunks').entries()) {
    const web = fieldOf(chunk, 'web');
    const [url, domain] = [textIn(web, 'uri'), textIn(web, 'domain')];
    if (!isWebAddress(url)) continue;
    places.set(place, chunks.length);
    chunks.push({ url, title: textIn(web, 'title'), ...(domain === '' ? {} : { domain }) });
  }
  return { chunks, places };
}

function supportOf(
  support: unknown,
  parts: readonly TextPart[],
  places: ReadonlyMap<number, number>,
): GroundingSupport[] {
  const segment = fieldOf(support, 'segment');
  const text = textIn(segment, 'text');
  // Protocol buffers leave out zeros.
  const startByte = fieldOf(segment, 'startIndex') ?? 0;
  const endByte = fieldOf(segment, 'endIndex');
  // Only numbers count: `null` would become 0, and attribute the text to the first page.
  const indices = listIn(support, 'groundingChunkIndices').filter(isCount);
  const chunks = [...new Set(indices.flatMap((index) => places.get(index) ?? []))];
  if (!isCount(startByte) || !isCount(endByte) || endByte <= startByte) return [];
  if (text === '' || chunks.length === 0) return [];
  const part = partOf(segment, text, parts);
  return part < 0 ? [] : [{ part, startByte, endByte, text, chunks }];
}

/**
 * The place among the text parts of the part that a segment names. When that is a thought or none at all
 * (some models count differently when they think), the part that holds the segment's text.
 */
function partOf(segment: unknown, text: string, parts: readonly TextPart[]): number {
  const place = fieldOf(segment, 'partIndex') ?? 0;
  const named = parts.findIndex((part) => part.place === place);
  return named >= 0 ? named : parts.findIndex((part) => part.text.includes(text));
}

const STATUSES: ReadonlyMap<string, PageStatus> = new Map([
  ['URL_RETRIEVAL_STATUS_SUCCESS', 'success'],
  ['URL_RETRIEVAL_STATUS_ERROR', 'error'],
  ['URL_RETRIEVAL_STATUS_PAYWALL', 'paywall'],
  ['URL_RETRIEVAL_STATUS_UNSAFE', 'unsafe'],
]);

function pagesOf(candidate: unknown): ProseAnswer['pages'] {
  const metadata = deepFieldOf(candidate, 'urlContextMetadata');
  return listIn(metadata, 'urlMetadata').flatMap((page) => {
    const url = textIn(page, 'retrievedUrl');
    const status = STATUSES.get(textIn(page, 'urlRetrievalStatus')) ?? 'unknown';
    return isWebAddress(url) ? [{ url, status }] : [];
  });
}

function isWebAddress(text: string): boolean {
  return URL.canParse(text) && ['http:', 'https:'].includes(new URL(text).protocol);
}
