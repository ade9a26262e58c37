import { PLAN_GROUPS, type Language } from '@dossier/contracts';
import { toTraditional } from '../../local-corpus/to-traditional.ts';
import { cleanLine } from './clean-line.ts';
import { closestCode } from './closest-code.ts';
import { SOURCE_KINDS, type GroupDraft } from './group-draft.ts';
import type { GroupAnswer } from './plan-answer.ts';
import { areSimilar } from './similar-groups.ts';

const MAX = { purpose: 40, query: 120 } as const;
/** An older limit excludes next to nothing, and a model that names one did not mean it. */
const MOST_DAYS = 3_650;
/** Chinese words, and no Japanese ones: a chapter's heading is made of this. */
const CHINESE = /^(?=.*\p{Script=Han}{2})(?!.*[\p{Script=Hiragana}\p{Script=Katakana}])/u;
const LETTER = /[\p{L}\p{N}]/u;

/**
 * What is usable of the groups that a model proposed: bounded plain words, in a language that was asked
 * for, no two of them alike. A purpose that is not Chinese becomes a general one.
 */
export function usableGroups(
  proposed: readonly GroupAnswer[],
  languages: readonly Language[],
): GroupDraft[] {
  return withoutAlike(proposed.flatMap((group) => draftOf(group, languages) ?? []));
}

/** Brings purposes, which readers of the report see, into Traditional Chinese. */
export async function inTraditional(drafts: readonly GroupDraft[]): Promise<GroupDraft[]> {
  const purposes = await Promise.all(drafts.map(({ purpose }) => toTraditional(purpose)));
  return drafts.map((draft, at) => ({ ...draft, purpose: purposes[at] ?? draft.purpose }));
}

/** As many as are allowed, by turns from each language, in the order in which they were. */
export function cutFairly(
  drafts: readonly GroupDraft[],
  most: number = PLAN_GROUPS.max,
): GroupDraft[] {
  const byLanguage = [...Map.groupBy(drafts, ({ language }) => language).values()];
  const kept = new Set<GroupDraft>();
  for (let turn = 0; kept.size < Math.min(most, drafts.length); turn += 1) {
    for (const same of byLanguage) {
      const draft = same[turn];
      if (draft !== undefined && kept.size < most) kept.add(draft);
    }
  }
  return drafts.filter((draft) => kept.has(draft));
}

function draftOf(
  { purpose, query, language: named, sourceKind, sinceDays }: GroupAnswer,
  languages: readonly Language[],
): GroupDraft | undefined {
  const language = closestCode(named, languages);
  const words = cleanLine(query, MAX.query);
  if (language === undefined || !LETTER.test(words)) return undefined;
  const theme = cleanLine(purpose, MAX.purpose);
  const days = Math.floor(sinceDays ?? 0);
  return {
    purpose: CHINESE.test(theme) ? theme : '其他相關資料',
    query: words,
    language,
    sourceKind: closestCode(sourceKind, SOURCE_KINDS) ?? 'web',
    ...(days >= 1 && days <= MOST_DAYS && { sinceDays: days }),
  };
}

/** Of those that are alike the first stays, as open to old pages as the most open of them. */
function withoutAlike(drafts: readonly GroupDraft[]): GroupDraft[] {
  const kept: GroupDraft[] = [];
  for (const draft of drafts) {
    const at = kept.findIndex((other) => areSimilar(draft, other));
    const alike = kept[at];
    if (alike === undefined) kept.push(draft);
    else kept[at] = merged(alike, draft);
  }
  return kept;
}

function merged(first: GroupDraft, other: GroupDraft): GroupDraft {
  const { sinceDays, ...rest } = first;
  if (sinceDays === undefined || other.sinceDays === undefined) return rest;
  return { ...rest, sinceDays: Math.max(sinceDays, other.sinceDays) };
}
