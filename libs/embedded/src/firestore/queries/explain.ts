import type { ExplainMetrics, ExplainOptions } from '../protocol/query-messages.ts';

/** What was measured while a query ran. */
export interface QueryMeasurements {
  readonly returned: number;
  readonly scanned: number;
  readonly elapsedMs: number;
}

/** The answer to `explain()`. The plan lists no index: this server scans. */
export function explainMetrics(
  { analyze }: ExplainOptions,
  { returned, scanned, elapsedMs }: QueryMeasurements,
): ExplainMetrics {
  const planSummary = { indexesUsed: [] };
  if (!analyze) return { planSummary };
  const seconds = Math.floor(elapsedMs / 1000);
  return {
    planSummary,
    executionStats: {
      resultsReturned: String(returned),
      executionDuration: {
        seconds: String(seconds),
        nanos: Math.floor((elapsedMs - seconds * 1000) * 1e6),
      },
      readOperations: String(Math.max(1, returned)),
      debugStats: { fields: { documents_scanned: { stringValue: String(scanned) } } },
    },
  };
}
