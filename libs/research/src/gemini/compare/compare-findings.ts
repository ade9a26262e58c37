import type { Evidence, Gap, GroupFindings, Plan, QueryGroup } from '@dossier/contracts';
import { followUpOf } from '../../follow-up.ts';
import type { ResearchContext } from '../../ports.ts';
import type { GeminiParts } from '../gemini-parts.ts';
import { paidContext, paidStep, stepOn } from '../paid-step.ts';
import { askComparison, COMPARE_STEP } from './ask-comparison.ts';
import type { Comparison } from './check-comparison.ts';
import { groupGaps, languageGaps, omissionGaps, stillOpen } from './group-gaps.ts';
import { mergeSearches, type MergedSearches } from './merge-searches.ts';
import { shownOf } from './shown-excerpts.ts';

const NOTHING: Comparison = { agreements: [], divergences: [], gaps: [] };

interface Searches {
  readonly plan: Plan;
  /** The groups that were searched for this version. */
  readonly groups: readonly QueryGroup[];
  readonly merged: MergedSearches;
}

/** What comparing came to, and how many new excerpts there was no room for in the question. */
interface Compared {
  readonly comparison: Comparison;
  readonly hidden: number;
}

/**
 * Merges what all groups found into one evidence and lets a model compare it; what it says is checked
 * against the excerpts. A follow-up's evidence holds all of its base's under the same keys.
 * `meanwhile` is given the evidence before it is compared, and waited for.
 * @throws what the gateway throws, except when it is the model that cannot compare: that becomes a gap.
 */
export async function compareFindings(
  parts: GeminiParts,
  plan: Plan,
  findings: readonly GroupFindings[],
  context: ResearchContext,
  meanwhile: (merged: Evidence) => Promise<void> = () => Promise.resolve(),
): Promise<Evidence> {
  const work = followUpOf(context, plan);
  const base = work?.base.evidence;
  const groups = plan.groups.slice(work?.base.plan.groups.length ?? 0);
  const ordered = inPlanOrder(plan, findings);
  const merged = mergeSearches(ordered, groups, base);
  const other = meanwhile({ question: plan.question, sources: merged.sources, ...NOTHING });
  const comparing = compareSources(parts, { plan, groups, merged }, context);
  const { comparison, hidden } = await comparing.finally(() => other);
  const searched = { groups, findings: ordered, ...merged, isFollowUp: work !== undefined };
  const languages = work === undefined ? plan.searchLanguages : (work.wish.languages ?? []);
  const gaps = [
    ...groupGaps(searched),
    ...languageGaps(languages, searched),
    ...omissionGaps(groups, { dropped: merged.dropped, hidden }),
    ...comparison.gaps,
  ];
  const { sources, searchSuggestions } = merged;
  return {
    question: plan.question,
    sources,
    agreements: together(base?.agreements ?? [], comparison.agreements, ({ claim }) => claim),
    divergences: together(base?.divergences ?? [], comparison.divergences, ({ claim }) => claim),
    gaps: together<Gap>(stillOpen(base?.gaps ?? [], searched), gaps, ({ note }) => note),
    ...(searchSuggestions.length > 0 && { searchSuggestions }),
  };
}

/** One call, and none when there is nothing new to set against another source. */
async function compareSources(
  { gateway }: GeminiParts,
  { plan, groups, merged }: Searches,
  context: ResearchContext,
): Promise<Compared> {
  const { sources, fresh } = merged;
  if (sources.length < 2 || fresh.size === 0) return { comparison: NOTHING, hidden: 0 };
  const { question } = plan;
  const ids = plan.groups.map(({ id }) => id);
  const shown = shownOf(sources, fresh, ids);
  const paid = paidContext(context);
  const basis = shown.map(({ extract }) => [extract.key, extract.text]);
  const comparison = await paidStep(paid, stepOn(COMPARE_STEP, basis), () =>
    askComparison(gateway, { question, shown, fresh, groups }, paid),
  );
  const seen = shown.filter(({ extract }) => fresh.has(extract.key)).length;
  return { comparison, hidden: fresh.size - seen };
}

/** Keys follow from the order of the findings, so the order must not depend on which search was faster. */
function inPlanOrder({ groups }: Plan, findings: readonly GroupFindings[]): GroupFindings[] {
  const places = new Map(groups.map(({ id }, at) => [id, at]));
  const placeOf = ({ groupId }: GroupFindings): number => places.get(groupId) ?? places.size;
  return findings.toSorted((a, b) => placeOf(a) - placeOf(b));
}

/** What was said before, as it was said, and what else there is to say. */
function together<T>(base: readonly T[], further: readonly T[], nameOf: (one: T) => string): T[] {
  const names = new Set(base.map(nameOf));
  return [...base, ...further.filter((one) => !names.has(nameOf(one)))];
}
