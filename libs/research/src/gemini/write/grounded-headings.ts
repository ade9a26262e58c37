import { extractIndex, type Evidence, type Plan } from '@dossier/contracts';
import { sharedWords } from '../shared-words.ts';
import type { ChapterBrief } from './chapter-brief.ts';
import { headingKey, isReserved, lineObjection, plainLine } from './plain-heading.ts';

/** A word that one excerpt alone has may be what a page wants to see in a heading. */
const LEAST_TEXTS = 2;
const LONGEST_PURPOSE = 60;

/**
 * The same chapters under headings that are about the matter: one that shares no word with the question,
 * the plan or several of its own excerpts gives way to the purpose of the search that found most of them.
 */
export async function groundedHeadings(
  briefs: readonly ChapterBrief[],
  plan: Plan,
  evidence: Evidence,
): Promise<readonly ChapterBrief[]> {
  const named: ChapterBrief[] = [];
  for (const brief of briefs) {
    const heading = isGrounded(brief, plan, evidence)
      ? brief.heading
      : await purposeFor(brief, { plan, evidence, taken: [...briefs, ...named] });
    named.push({ ...brief, heading });
  }
  return named;
}

function isGrounded({ heading, keys }: ChapterBrief, plan: Plan, evidence: Evidence): boolean {
  const known = extractIndex(evidence);
  const extracts = keys.flatMap((key) => known.get(key)?.extract ?? []);
  const chinese = extracts.filter(({ language }) => language === 'zh-TW');
  const texts = new Set(chinese.map(({ text }) => text));
  // Words can be compared in one language only.
  if (texts.size < LEAST_TEXTS) return true;
  const ours = [evidence.question, ...plan.groups.map(({ purpose }) => purpose)];
  if (sharedWords(heading, ours) > 0) return true;
  return [...texts].filter((text) => sharedWords(heading, [text]) > 0).length >= LEAST_TEXTS;
}

interface Naming {
  readonly plan: Plan;
  readonly evidence: Evidence;
  readonly taken: readonly ChapterBrief[];
}

async function purposeFor(
  { keys }: ChapterBrief,
  { plan, evidence, taken }: Naming,
): Promise<string> {
  const known = extractIndex(evidence);
  const found = keys.flatMap((key) => known.get(key)?.extract.groups ?? []);
  const isTaken = (name: string): boolean =>
    isReserved(name) || taken.some(({ heading }) => headingKey(heading) === headingKey(name));
  const groups = plan.groups.toSorted((a, b) => countOf(b.id, found) - countOf(a.id, found));
  for (const { purpose } of groups) {
    const name = await plainLine(purpose);
    if (!isTaken(name) && lineObjection(name, LONGEST_PURPOSE, [evidence.question]) === undefined) {
      return name;
    }
  }
  let number = 1;
  while (isTaken(`相關資料之${number}`)) number += 1;
  return `相關資料之${number}`;
}

function countOf(id: string, groups: readonly string[]): number {
  return groups.filter((group) => group === id).length;
}
