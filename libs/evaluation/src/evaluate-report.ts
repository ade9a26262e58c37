import {
  extractIndex,
  type Clock,
  type Evaluation,
  type Evidence,
  type GateResult,
  type Report,
} from '@dossier/contracts';
import { readChapter, UnreadableChapter } from '@dossier/report';
import { GATE_THRESHOLDS } from './gate-thresholds.ts';
import { noFaults, type Gate, type Judgement, type JudgedChapter, type Subject } from './gate.ts';
import { GATES } from './gate-table.ts';
import { groundedContentGate } from './gates/grounded-content.gate.ts';

/** The most findings a result lists; `measure` still counts all. */
const MAX_FINDINGS = 20;

/**
 * Judges a report against its evidence: the verdict is `fail` if any gate fails.
 *
 * Deterministic but for `evaluatedAt`, and it never throws for bad content: an empty report fails,
 * and one that cannot be read fails on G0 alone, since the other gates have nothing to judge.
 */
export function evaluateReport(report: Report, evidence: Evidence, clock: Clock): Evaluation {
  const gates = gateResults(report, evidence);
  return {
    verdict: gates.every(({ verdict }) => verdict === 'pass') ? 'pass' : 'fail',
    gates,
    evaluatedAt: clock.now().toISOString(),
  };
}

/** What every gate says; of a report that cannot be read G0 alone. */
export function gateResults(report: Report, evidence: Evidence): GateResult[] {
  const subject = subjectOf(report, evidence);
  return typeof subject === 'string'
    ? [resultOf(groundedContentGate, noFaults([subject]))]
    : GATES.map((gate) => resultOf(gate, gate.judge(subject, GATE_THRESHOLDS)));
}

function resultOf({ id, name }: Gate, { findings, ...judged }: Judgement): GateResult {
  return { gate: id, name, ...judged, findings: findings.slice(0, MAX_FINDINGS) };
}

/** The report, read; or why it cannot be. */
function subjectOf(report: Report, evidence: Evidence): Subject | string {
  const { maxChapters, maxReportLength } = GATE_THRESHOLDS;
  const length = report.chapters.reduce((sum, { markdown }) => sum + markdown.length, 0);
  if (report.chapters.length > maxChapters) {
    return `報告有 ${report.chapters.length} 章，最多 ${maxChapters} 章`;
  }
  if (length > maxReportLength) return `報告有 ${length} 字元，最多 ${maxReportLength} 字元`;
  try {
    const chapters = report.chapters.map((chapter): JudgedChapter => ({
      chapter,
      reading: readChapter(chapter),
    }));
    const isContent = ({ chapter: { kind } }: JudgedChapter): boolean =>
      kind === 'theme' || kind === 'divergences';
    return {
      report,
      evidence,
      chapters,
      content: chapters.filter(isContent),
      extracts: extractIndex(evidence),
    };
  } catch (error) {
    if (error instanceof UnreadableChapter) return `有一章無法讀取：${error.message}`;
    throw error;
  }
}
