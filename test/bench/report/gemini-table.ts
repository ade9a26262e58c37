import type { GeminiTimes } from '../result.ts';
import { short, table } from './table.ts';

/** A row for each run on the Gemini path. */
export function geminiTable({ latencyScale, runs }: GeminiTimes): string {
  return table(
    `Runs on the Gemini path beside their own requests in sequence, ms: the stand-in's times x ${latencyScale}`,
    ['run', 'requests', 'in sequence', 'wall', 'ratio', 'longest chain', 'above it', 'CPU ms'],
    runs.map(({ what, requests, inSequenceMs, wallMs, ratio, chainMs, aboveChainMs, cpuMs }) => [
      what,
      String(requests),
      ...[inSequenceMs, wallMs].map((ms) => ms.toFixed(0)),
      short(ratio),
      ...[chainMs, aboveChainMs].map((ms) => ms.toFixed(0)),
      cpuMs?.toFixed(0) ?? '-',
    ]),
  );
}
