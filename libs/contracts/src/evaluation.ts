/** The verdict of the gates on one report. Data, never an exception. */
export interface Evaluation {
  readonly verdict: 'pass' | 'fail';
  readonly gates: readonly GateResult[];
  /** ISO 8601 UTC instant of judging. */
  readonly evaluatedAt: string;
}

/** What one gate measured. */
export interface GateResult {
  /** `G1` ... `G13`; `G0` is the refusal of a report that has nothing to judge, `G1b` goes with G1. */
  readonly gate: string;
  /** Its name in words, for example `citation-validity`. */
  readonly name: string;
  readonly verdict: 'pass' | 'fail';
  /** What was measured and what was asked for, in the gate's own unit. */
  readonly measure: number;
  readonly threshold: number;
  /** The exact places that failed, each a short text; empty on pass. At most 20. */
  readonly findings: readonly string[];
}
