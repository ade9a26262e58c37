import type { Language, QueryGroup } from '@dossier/contracts';

/** What a group may look for; the first that nothing else fits to is `web`. */
export const SOURCE_KINDS = [
  'official',
  'academic',
  'statistics',
  'news',
  'industry',
  'web',
] as const;
export type SourceKind = (typeof SOURCE_KINDS)[number];

/** A group before it has its place in a plan. */
export interface GroupDraft {
  readonly purpose: string;
  readonly query: string;
  readonly language: Language;
  readonly sourceKind: SourceKind;
  /** How many days old a source may be; absent when age does not matter. */
  readonly sinceDays?: number;
}

const DAY_MS = 24 * 60 * 60 * 1_000;

/** The day of an instant, `YYYY-MM-DD` in UTC. */
export function dayOf(instant: Date): string {
  return instant.toISOString().slice(0, 10);
}

/** Drafts as a plan's groups, numbered after those that it has already. */
export function numbered(
  drafts: readonly GroupDraft[],
  before: readonly QueryGroup[],
  now: Date,
): QueryGroup[] {
  const used = before.map(({ id }) => Number(/^g(\d{1,9})$/u.exec(id)?.[1] ?? 0));
  const last = Math.max(0, ...used);
  return drafts.map(({ sinceDays, ...draft }, at) => ({
    id: `g${last + at + 1}`,
    ...draft,
    ...(sinceDays !== undefined && { since: dayOf(new Date(now.getTime() - sinceDays * DAY_MS)) }),
  }));
}
