export { aSource, sampleEvidence } from './sample-evidence.builder.ts';
export { sampleEvaluation, sampleKey, samplePlan, sampleReport } from './sample-report.builder.ts';
