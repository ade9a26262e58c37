import { fieldsText, type IndexDefinition } from '../indexes/index-definition.ts';
import type { ExplainMetrics, ExplainOptions } from '../protocol/query-messages.ts';

/** What was measured while a query ran. */
export interface QueryMeasurements {
  readonly returned: number;
  readonly scanned: number;
  readonly elapsedMs: number;
  readonly indexes: readonly IndexDefinition[];
}

/** The answer to `explain()`. A plan without index is a scan of the collection. */
export function explainMetrics(
  { analyze }: ExplainOptions,
  { returned, scanned, elapsedMs, indexes }: QueryMeasurements,
): ExplainMetrics {
  const indexesUsed = indexes.map(({ scope, fields }) => {
    const query_scope = scope === 'COLLECTION' ? 'Collection' : 'Collection group';
    const properties = { stringValue: fieldsText(fields) };
    return { fields: { query_scope: { stringValue: query_scope }, properties } };
  });
  const planSummary = { indexesUsed };
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
