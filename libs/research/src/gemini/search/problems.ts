import type { GroupProblem } from '@dossier/contracts';

/** Problems that happened, each reason once. */
export function problemsOf(counts: Readonly<Record<string, number>>): readonly GroupProblem[] {
  return Object.entries(counts).flatMap(([reason, count]) =>
    count > 0 ? [{ reason, count }] : [],
  );
}

/** The problems of several searches as those of one. */
export function joinedProblems(all: readonly GroupProblem[]): readonly GroupProblem[] {
  const counts = new Map<string, number>();
  for (const { reason, count } of all) counts.set(reason, (counts.get(reason) ?? 0) + count);
  return problemsOf(Object.fromEntries(counts));
}
