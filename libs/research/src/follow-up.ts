import {
  extractIndex,
  Permanent,
  wishOf,
  type BaseVersion,
  type Chapter,
  type Evidence,
  type Extract,
  type FollowUpWish,
  type Plan,
} from '@dossier/contracts';
import type { ResearchContext } from './ports.ts';

/** What a follow-up is about. */
export interface FollowUpWork {
  readonly wish: FollowUpWish;
  readonly base: BaseVersion;
  /** The chapter that is meant; undefined when the whole report is. */
  readonly chapter: Chapter | undefined;
}

/**
 * Reads a follow-up out of a context; undefined for new research. `plan` is the version's own, once
 * there is one: it says what a wish in words came to.
 * @throws Permanent `no-such-chapter` when the chapter is not there, or is none that content goes to.
 */
export function followUpOf(
  { request, base }: ResearchContext,
  plan?: Plan,
): FollowUpWork | undefined {
  if (request === undefined || request.kind === 'new') return undefined;
  if (base === undefined) throw new Error('a follow-up without the version it goes on from');
  const wish = wishOf(request, plan);
  if (wish.chapter === undefined) return { wish, base, chapter: undefined };
  const chapter = base.report.chapters[wish.chapter - 1];
  if (chapter?.kind !== 'theme') throw new Permanent('no-such-chapter');
  return { wish, base, chapter };
}

/** Keys of the excerpts that chapters cite, each once, in their order. */
export function citedIn(chapters: readonly Pick<Chapter, 'markdown'>[]): ReadonlySet<string> {
  const markers = chapters.flatMap(({ markdown }) => [...markdown.matchAll(/\[\^(S\d+-\d+)\]/gu)]);
  return new Set(markers.map(([, key = '']) => key));
}

/** An excerpt with the document that it stands in. */
export type Placed =
  ReturnType<typeof extractIndex> extends ReadonlyMap<string, infer P> ? P : never;

/** The excerpts of the evidence that chapters cite. */
export function quotedIn(
  chapters: readonly Pick<Chapter, 'markdown'>[],
  evidence: Evidence,
): Placed[] {
  const extracts = extractIndex(evidence);
  return [...citedIn(chapters)].flatMap((key) => extracts.get(key) ?? []);
}

/** The excerpts that evidence holds beyond its base's. */
export function newExtracts(base: Evidence, evidence: Evidence): Placed[] {
  const known = extractIndex(base);
  return [...extractIndex(evidence).values()].filter(({ extract }) => !known.has(extract.key));
}

/** Where an excerpt stands, apart from its key: the same bytes of the same document. */
export function placeOf(
  document: { readonly path: string; readonly sha256: string },
  { start, end }: Pick<Extract, 'start' | 'end'>,
): string {
  return `${document.path}\n${document.sha256}\n${start}-${end}`;
}
