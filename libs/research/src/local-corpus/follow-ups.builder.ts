import { extractIndex, type BaseVersion, type Chapter } from '@dossier/contracts';
import { evaluateReport } from '@dossier/evaluation';
import { testContext } from './corpus-folder.builder.ts';

/** Numbers of the chapters that differ from the version before. */
export function changedIn(next: BaseVersion, base: BaseVersion): number[] {
  expect(next.report.chapters.map(({ heading }) => heading)).toEqual(
    base.report.chapters.map(({ heading }) => heading),
  );
  return next.report.chapters.flatMap(({ markdown }, at) =>
    markdown === base.report.chapters[at]?.markdown ? [] : [at + 1],
  );
}

/** The body of the chapter of a kind. */
export function chapterOf(version: BaseVersion, kind: Chapter['kind']): string {
  return version.report.chapters.find((chapter) => chapter.kind === kind)?.markdown ?? '';
}

/** Every excerpt of the base stands under its key as it was, and its claims are still made. */
export function expectKept(next: BaseVersion, base: BaseVersion): void {
  const extracts = extractIndex(next.evidence);
  for (const [key, { extract }] of extractIndex(base.evidence)) {
    expect(extracts.get(key)?.extract).toEqual(extract);
  }
  expect(next.evidence.divergences.map(({ claim }) => claim)).toEqual(
    expect.arrayContaining(base.evidence.divergences.map(({ claim }) => claim)),
  );
  expect(next.plan.groups.slice(0, base.plan.groups.length)).toEqual(base.plan.groups);
}

/** Keys of the excerpts that the base's evidence does not hold. */
export function newKeys(next: BaseVersion, base: BaseVersion): string[] {
  const known = extractIndex(base.evidence);
  return [...extractIndex(next.evidence).keys()].filter((key) => !known.has(key));
}

/** Every gate lets the report pass. */
export function expectPassed({ report, evidence }: BaseVersion): void {
  const { gates } = evaluateReport(report, evidence, testContext().clock);
  expect(gates.filter(({ verdict }) => verdict === 'fail')).toEqual([]);
}
