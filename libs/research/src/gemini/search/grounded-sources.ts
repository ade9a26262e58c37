import { createHash } from 'node:crypto';
import type { GroupFindings, GroupProblem } from '@dossier/contracts';
import { detectLanguage } from '../../local-corpus/detect-language.ts';
import type { ProseAnswer } from '../gateway/model-gateway.ts';
import type { SourceRules } from '../gemini-parts.ts';
import { webUrl } from '../sources/host-names.ts';
import { publishedDay } from '../sources/published-day.ts';
import { isAllowed, type Place } from '../sources/source-rules.ts';
import { sourceTitle } from '../sources/source-title.ts';
import { AnswerText } from './answer-text.ts';
import { boundedSources } from './bounded-findings.ts';
import { foundExtract } from './found-extract.ts';
import { locateSupport, type Span } from './locate-support.ts';
import { mergeSpans } from './merge-spans.ts';
import type { PageReadings } from './page-readings.ts';
import { problemsOf } from './problems.ts';
import { statementSpans } from './statement-spans.ts';

/** An answer of the length that we allow has far fewer. */
const MOST_SUPPORTS = 500;
const MOST_CHUNKS = 200;
const MOST_STATEMENTS = 20;
/** More would crowd out the other groups when all of them are compared. */
const MOST_SOURCES = 30;

/** What decides which pages count. */
export interface Judging {
  readonly rules: SourceRules;
  readonly readings: PageReadings;
  /** Day before which sources are of no use. */
  readonly since: string | undefined;
  /** When the answer came, ISO 8601 UTC. */
  readonly retrievedAt: string;
}

/** What an answer attributes to pages. */
export interface GroundedSources {
  readonly sources: GroupFindings['sources'];
  readonly problems: readonly GroupProblem[];
}

/**
 * The evidence in an answer: statements that stand in it word for word and that the search tool
 * attributes to a page that may be used. Prose that nothing supports is never used.
 */
export function groundedSources(answer: ProseAnswer, judging: Judging): GroundedSources {
  const text = new AnswerText(answer.parts);
  const spans = spansByChunk(answer, text);
  const places = new Map<string, { place: Place; spans: Span[] }>();
  for (const [index, found] of spans) {
    const place = answer.chunks[index];
    if (place === undefined) continue;
    const known = places.get(place.url) ?? { place, spans: [] };
    known.spans.push(...found);
    places.set(place.url, known);
  }
  const usable = [...places.values()].filter(({ place }) => mayBeUsed(place, judging));
  const failed = [...places.keys()].filter((url) => judging.readings.hasFailed(url));
  const sources = boundedSources(
    usable.slice(0, MOST_SOURCES).flatMap(({ place, spans: found }) => {
      return toSource(text, place, found, judging.retrievedAt);
    }),
  );
  const refused = places.size - usable.length - failed.length;
  // Where rules refused what was grounded, that is the reason, and not that nothing was.
  const isUngrounded = sources.length === 0 && usable.length === places.size;
  return {
    sources,
    problems: problemsOf({
      ungrounded: isUngrounded ? 1 : 0,
      'page-not-read': judging.readings.unread,
      'source-refused': refused,
    }),
  };
}

function spansByChunk(answer: ProseAnswer, text: AnswerText): ReadonlyMap<number, Span[]> {
  const spans = new Map<number, Span[]>();
  for (const support of answer.supports.slice(0, MOST_SUPPORTS)) {
    const span = locateSupport(text, support);
    if (span === undefined) continue;
    for (const chunk of new Set(support.chunks)) {
      if (chunk >= MOST_CHUNKS) continue;
      const found = spans.get(chunk) ?? [];
      found.push(span);
      spans.set(chunk, found);
    }
  }
  return spans;
}

function mayBeUsed(place: Place, { rules, readings, since }: Judging): boolean {
  const url = webUrl(place.url);
  if (url === undefined || readings.hasFailed(place.url) || !isAllowed(rules, place)) return false;
  // Without a search, a page that nobody named can only come from what a page or a model made up.
  if (rules.grounding === 'own-sources' && !readings.wasNamedAndRead(place.url)) return false;
  const day = publishedDay(url);
  return since === undefined || day === undefined || day >= since;
}

function toSource(
  answer: AnswerText,
  place: Place,
  spans: readonly Span[],
  retrievedAt: string,
): GroupFindings['sources'] {
  const statements = mergeSpans(answer.text, spans)
    .flatMap((span) => statementSpans(answer.text, span))
    .slice(0, MOST_STATEMENTS);
  if (statements.length === 0) return [];
  const extracts = statements.map((span) => foundExtract(answer, span));
  const held = answer.partsAt(statements.map(({ start }) => start)).join('\n\n');
  const url = webUrl(place.url);
  const day = url === undefined ? undefined : publishedDay(url);
  return [
    {
      title: sourceTitle(place),
      location: { kind: 'web', url: place.url },
      language: detectLanguage(extracts.map(({ text }) => text).join('\n')),
      retrievedAt,
      sha256: createHash('sha256').update(held, 'utf8').digest('hex'),
      ...(day === undefined ? {} : { publishedAt: day }),
      extracts,
    },
  ];
}
