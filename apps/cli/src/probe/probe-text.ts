import type { ProbeResult } from '@dossier/research';
import { printable } from '../printable.ts';
import type { ProbeReport } from './probe.ts';

/** `ok    search   a-model  reads a page with URL Context`, with what to do beneath a failure. */
export function probeLine({ tier, model, use, ok, reason, message, advice }: ProbeResult): string {
  const head = `${ok ? 'ok  ' : 'FAIL'}  ${tier.padEnd(7)}  ${printable(model)}  ${use}`;
  if (ok) return head;
  return [
    head,
    `      ${reason}: ${printable(message ?? '').slice(0, 300)}`,
    `      -> ${advice}`,
  ].join('\n');
}

/** What the probe came to, what it cost, and where that is kept. */
export function probeSummary({ results, usage, kept }: ProbeReport): string {
  const failed = results.filter(({ ok }) => !ok).length;
  const cost = `${usage.modelCalls} requests, about ${(usage.costMicroUsd / 1e6).toFixed(4)} US dollars`;
  const verdict =
    failed === 0 ? 'All models do what is asked of them' : `${failed} of ${results.length} failed`;
  return `\n${verdict} (${cost}). Kept in ${kept}.`;
}
