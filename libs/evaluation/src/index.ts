export { evaluateReport } from './evaluate-report.ts';
