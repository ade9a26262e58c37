import {
  Retryable,
  type GroupFindings,
  type QueryGroup,
  type StageState,
} from '@dossier/contracts';

/** So many attempts have to fail on a group, none of them well in between, before it is left out. */
const LEAVES_OUT_AFTER = 3;
/** At least so many of the groups have to be searched for a report to be worth reading. */
const ENOUGH = 0.5;

/** What became of one group. */
export type Searched = { readonly findings: GroupFindings } | { readonly failure: Retryable };

/**
 * The findings to compare. A group that keeps failing is left out, named by its problem, so that one
 * outage does not cost the report; `stage` holds what the attempts before failed on.
 * @throws Retryable while a failure may still go away, or when too few groups were searched; it carries how
 * often each group has failed.
 */
export function enoughFindings(
  searched: readonly Searched[],
  groups: readonly QueryGroup[],
  stage: StageState | undefined,
): GroupFindings[] {
  const failed = searched.flatMap((each, index) => {
    const id = groups[index]?.id ?? '';
    return 'failure' in each ? [{ id, failure: each.failure }] : [];
  });
  const before = failuresBefore(stage);
  const counts = Object.fromEntries(
    failed.map(({ id, failure }) => [id, (before.get(id) ?? 0) + (isToldToWait(failure) ? 0 : 1)]),
  );
  const passing = failed.find(({ id }) => (counts[id] ?? 0) < LEAVES_OUT_AFTER);
  const isTooFew = searched.length - failed.length < searched.length * ENOUGH;
  const cause = (passing ?? (isTooFew ? failed[0] : undefined))?.failure;
  if (cause !== undefined) {
    throw new Retryable(cause.reason, { cause, details: { failedGroups: counts } });
  }
  return searched.map((each, index) =>
    'findings' in each ? each.findings : leftOut(groups[index]?.id ?? ''),
  );
}

/** The provider named a time: attempts before it say nothing about the group. */
function isToldToWait({ details }: Retryable): boolean {
  return details?.['waitMs'] !== undefined;
}

function leftOut(groupId: string): GroupFindings {
  return { groupId, sources: [], problems: [{ reason: 'search-failed', count: 1 }] };
}

/** How often each group failed in a row, as the attempt before left it. */
function failuresBefore(stage: StageState | undefined): ReadonlyMap<string, number> {
  const details = stage?.lastError?.details;
  if (details === undefined) return new Map();
  const left: unknown = JSON.parse(details);
  const counts = isRecord(left) && isRecord(left['failedGroups']) ? left['failedGroups'] : {};
  return new Map(
    Object.entries(counts).flatMap(([id, count]) =>
      typeof count === 'number' ? [[id, count] as const] : [],
    ),
  );
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
