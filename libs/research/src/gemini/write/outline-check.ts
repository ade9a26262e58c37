import { extractIndex, type Evidence } from '@dossier/contracts';
import { leastSources, sourcesOf, type ChapterBrief } from './chapter-brief.ts';
import { CHAPTERS, type OutlineAnswer } from './outline-answer.ts';
import {
  headingKey,
  isReserved,
  lineObjection,
  NOT_TRADITIONAL,
  plainLine,
  unmarked,
} from './plain-heading.ts';
import { oneLine, withoutAddresses } from './own-text.ts';

/** Longest heading in characters; numbers of chapters stand before it on a card. */
const LONGEST_HEADING = 24;
const LONGEST_AIM = 200;
/** Extracts that make a chapter worth a heading. */
const EXTRACTS_PER_CHAPTER = 3;

/** What is wrong with an outline, for the model to mend. */
export function outlineObjections(
  { chapters }: OutlineAnswer,
  evidence: Evidence,
): readonly string[] {
  const known = extractIndex(evidence);
  const least = leastSources(evidence);
  const enough = Math.min(
    CHAPTERS.least,
    Math.max(1, Math.floor(known.size / EXTRACTS_PER_CHAPTER)),
  );
  const headings = chapters.map(({ heading }) => unmarked(heading));
  return [
    ...(chapters.length < enough ? [`There must be at least ${enough} chapters.`] : []),
    ...(chapters.length > CHAPTERS.most ? [`There may be at most ${CHAPTERS.most} chapters.`] : []),
    ...chapters.flatMap(({ extracts }, at) => {
      const name = `Chapter ${at + 1}`;
      const unknown = extracts.filter((key) => !known.has(key)).length;
      const heading = headings[at] ?? '';
      const isTaken =
        isReserved(heading) ||
        headings.findIndex((each) => headingKey(each) === headingKey(heading)) !== at;
      const grounds = [
        evidence.question,
        ...extracts.map((key) => known.get(key)?.extract.text ?? ''),
      ];
      const objection = lineObjection(heading, LONGEST_HEADING, grounds);
      return [
        ...(unknown > 0 ? [`${name} names ${unknown} extracts that do not exist.`] : []),
        ...(sourcesOf(extracts.filter((key) => known.has(key))) < least
          ? [`${name} must rest on at least ${least} different sources.`]
          : []),
        ...(isTaken ? [`The heading of chapter ${at + 1} is taken.`] : []),
        ...(objection === undefined || objection === NOT_TRADITIONAL
          ? []
          : [`The heading of chapter ${at + 1} ${objection}.`]),
      ];
    }),
  ];
}

/**
 * The chapters of an outline that can be written: unknown keys, bad headings and chapters that rest on
 * too little are left out, and what matters but was left over finds a chapter. Empty when none is left.
 */
export async function briefsOf(
  { chapters }: OutlineAnswer,
  evidence: Evidence,
): Promise<ChapterBrief[]> {
  const known = extractIndex(evidence);
  const briefs: ChapterBrief[] = [];
  for (const { heading, aim, extracts } of chapters) {
    const keys = [...new Set(extracts)].filter((key) => known.has(key));
    const name = await plainLine(heading);
    const grounds = [evidence.question, ...keys.map((key) => known.get(key)?.extract.text ?? '')];
    const isTaken = briefs.some((brief) => headingKey(brief.heading) === headingKey(name));
    if (isTaken || isReserved(name)) continue;
    if (lineObjection(name, LONGEST_HEADING, grounds) !== undefined) continue;
    if (sourcesOf(keys) < leastSources(evidence)) continue;
    briefs.push({ heading: name, aim: aimOf(aim, name), keys });
    if (briefs.length === CHAPTERS.most) break;
  }
  return withLeftOver(briefs, evidence);
}

function aimOf(aim: string, heading: string): string {
  const line = oneLine(withoutAddresses(aim)).slice(0, LONGEST_AIM);
  return line === '' ? heading : line;
}

/**
 * Gives what several sources agree on, and the first extract of each source, to the chapter whose
 * extracts were found by the same searches: a source that no chapter may cite was paid for in vain.
 */
function withLeftOver(briefs: readonly ChapterBrief[], evidence: Evidence): ChapterBrief[] {
  const known = extractIndex(evidence);
  const used = new Set(briefs.flatMap(({ keys }) => keys));
  const usedSources = new Set([...used].map((key) => known.get(key)?.source.key));
  const matters = [
    ...evidence.agreements.flatMap(({ extracts }) => extracts),
    ...evidence.sources
      .filter(({ key }) => !usedSources.has(key))
      .flatMap(({ extracts: [first] }) => (first === undefined ? [] : [first.key])),
  ];
  const groupsOf = (key: string): readonly string[] => known.get(key)?.extract.groups ?? [];
  const grown = briefs.map((brief) => ({ ...brief, keys: [...brief.keys] }));
  for (const key of new Set(matters)) {
    if (used.has(key) || !known.has(key)) continue;
    const kinship = briefs.map(
      ({ keys }) =>
        keys.filter((own) => groupsOf(own).some((group) => groupsOf(key).includes(group))).length,
    );
    grown[kinship.indexOf(Math.max(...kinship))]?.keys.push(key);
  }
  return grown;
}
