import type { Chapter, Evidence, GateResult, Report } from '@dossier/contracts';
import { sampleEvidence, sampleReport } from '@dossier/report/testing';
import { evaluateReport } from './evaluate-report.ts';

/** A clock that stands still: judging needs no other. */
export const fixedClock = {
  now: () => new Date('2026-12-01T00:00:00.000Z'),
  sleep: () => Promise.resolve(),
};

/** The good report with one chapter changed, found by its kind (the first theme for `theme`). */
export function withChapter(kind: Chapter['kind'], change: Partial<Chapter>): Report {
  const report = sampleReport();
  const target = report.chapters.findIndex((chapter) => chapter.kind === kind);
  const chapters = report.chapters.map((c, i) => (i === target ? { ...c, ...change } : c));
  return { ...report, chapters };
}

/** The good report with the first theme chapter's body replaced. */
export function withTheme(markdown: string): Report {
  return withChapter('theme', { markdown });
}

/** What one gate says about a report, against the sample evidence unless another is given. */
export function gateOn(
  gate: string,
  report: Report,
  evidence: Evidence = sampleEvidence(),
): GateResult {
  const result = evaluateReport(report, evidence, fixedClock).gates.find((g) => g.gate === gate);
  if (!result) throw new Error(`no gate ${gate} judged this report`);
  return result;
}

/** The gates that refuse a report. */
export function failing(report: Report, evidence: Evidence = sampleEvidence()): readonly string[] {
  return evaluateReport(report, evidence, fixedClock)
    .gates.filter(({ verdict }) => verdict === 'fail')
    .map(({ gate }) => gate);
}
