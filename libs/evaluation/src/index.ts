export { evaluateReport } from './evaluate-report.ts';
export { GATE_THRESHOLDS, type GateThresholds } from './gate-thresholds.ts';
