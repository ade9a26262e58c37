import type { MeasuredServer } from './measured-server.ts';
import type { PubSubLoad } from './pubsub-load.ts';
import { trendOf, type Trend } from './trend.ts';

/** What a soak found; `problems` is empty when all is well. */
export interface SoakResult {
  readonly minutes: number;
  readonly rate: number;
  readonly achievedRate: number;
  readonly latencyMs: { readonly p50: number; readonly p99: number };
  readonly pubsub: PubSubLoad['totals'];
  readonly firestore: { readonly writes: number; readonly failures: number } | undefined;
  readonly memory: readonly MemoryResult[];
  readonly problems: readonly string[];
}

/** One server's memory. */
export interface MemoryResult {
  readonly server: string;
  readonly heap: Trend;
  readonly rss: Trend;
  readonly mostInMemory: number;
}

/** Below this share of the wanted rate the run does not show what it should. */
const ENOUGH = 0.8;

/** @throws Error when the run was too short to judge. */
export function memoryOf({ name, samples, mostInMemory }: MeasuredServer): MemoryResult {
  return {
    server: name,
    heap: trendOf(samples, 'heap'),
    rss: trendOf(samples, 'rss'),
    mostInMemory,
  };
}

/** What is wrong with a run, in words for the terminal. */
export function problemsOf(
  { rate, achievedRate, pubsub, firestore, memory }: Omit<SoakResult, 'problems'>,
  pending: number,
): string[] {
  const problems: string[] = [];
  for (const { server, heap, rss } of memory) {
    for (const [kind, trend] of Object.entries({ heap, rss })) {
      if (trend.ok) continue;
      problems.push(
        `${server}: ${kind} grew by ${mb(trend.growthMb)} in the second half, ${mb(trend.allowedMb)} are allowed`,
      );
    }
  }
  if (pending > 0) problems.push(`${pending} confirmed messages never arrived`);
  if (achievedRate < rate * ENOUGH) {
    problems.push(`only ${achievedRate.toFixed(0)} messages/s of ${rate} were reached`);
  }
  if (pubsub.publishFailures > 0) problems.push(`${pubsub.publishFailures} publishes failed`);
  if (firestore && firestore.failures > 0) problems.push(`${firestore.failures} writes failed`);
  return problems;
}

/** The result as a table for people. */
export function tableOf(result: SoakResult): string {
  const { pubsub, firestore, latencyMs } = result;
  const lines = [
    `${result.minutes} min at ${result.rate}/s: ${pubsub.published} published (${result.achievedRate.toFixed(1)}/s), ${pubsub.handled} handled, ${pubsub.nacked} nacks, ${pubsub.deadLettered} dead-lettered, ${pubsub.snapshots} snapshots, ${pubsub.replayed} seen by the audit subscription`,
    `publish to handler: p50 ${latencyMs.p50.toFixed(1)} ms, p99 ${latencyMs.p99.toFixed(1)} ms`,
  ];
  if (firestore) lines.push(`${firestore.writes} document writes, ${firestore.failures} failed`);
  lines.push(
    '',
    row('server', 'memory', 'half time', 'end', 'per minute', 'growth', 'allowed', ''),
  );
  for (const { server, heap, rss } of result.memory) {
    for (const [kind, trend] of Object.entries({ 'heap after gc': heap, RSS: rss })) {
      const { startMb, endMb, mbPerMinute, growthMb, allowedMb, ok } = trend;
      const numbers = [startMb, endMb, mbPerMinute, growthMb, allowedMb].map(mb);
      lines.push(row(server, kind, ...numbers, ok ? 'ok' : 'GROWS'));
    }
  }
  const most = result.memory.map(({ mostInMemory }) => mostInMemory);
  lines.push('', `messages in the server's memory at most: ${Math.max(...most)}`);
  const { problems } = result;
  lines.push(problems.length === 0 ? 'verdict: ok' : `verdict: FAILED\n- ${problems.join('\n- ')}`);
  return lines.join('\n');
}

function mb(value: number): string {
  return `${value.toFixed(2)} MB`;
}

function row(...cells: string[]): string {
  return cells.map((cell, at) => (at < 2 ? cell.padEnd(14) : cell.padStart(12))).join('');
}
