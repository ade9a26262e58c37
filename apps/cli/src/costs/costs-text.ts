import type { LedgerEntry } from '@dossier/contracts';
import { printable, textTable } from '../printable.ts';
import type { CostGroup, CostSum } from './costs.ts';

/** Sums as a table for a terminal. */
export function costsTable(by: CostGroup, sums: readonly CostSum[]): string {
  if (sums.length === 0) return 'No requests to models.';
  const heading = [
    by.toUpperCase(),
    'US$',
    'CALLS',
    'OPEN',
    'QUERIES',
    'IN',
    'TOOLS',
    'OUT',
    'THOUGHTS',
  ];
  return textTable(
    heading,
    sums.map((sum) => [
      printable(sum.of),
      dollars(sum.costMicroUsd),
      ...[sum.modelCalls, sum.open, sum.searchQueries, sum.inputTokens, sum.toolTokens].map(String),
      ...[sum.outputTokens, sum.thoughtTokens].map(String),
    ]),
  );
}

/** Requests as a table for a terminal. */
export function callsTable(calls: readonly LedgerEntry[]): string {
  if (calls.length === 0) return 'No requests to models.';
  return textTable(
    [
      'AT',
      'V',
      'STAGE',
      'STEP',
      'MODEL',
      'OUTCOME',
      'US$',
      'QUERIES',
      'IN',
      'TOOLS',
      'OUT',
      'THOUGHTS',
    ],
    calls.map(({ reservedAt, version, stage, step, model, outcome, usage }) => [
      ...[reservedAt, String(version), stage, printable(step), printable(model)],
      outcome ?? 'open: counts at its most',
      dollars(usage.costMicroUsd),
      ...[usage.searchQueries, usage.inputTokens, usage.toolTokens].map(String),
      ...[usage.outputTokens, usage.thoughtTokens].map(String),
    ]),
  );
}

function dollars(micro: number): string {
  return (micro / 1_000_000).toFixed(4);
}
