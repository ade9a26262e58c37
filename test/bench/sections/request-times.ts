import type { LedgerEntry } from '@dossier/contracts';

/** A request as its ledger tells it. */
export type TimedRequest = Pick<LedgerEntry, 'stage' | 'step' | 'reservedAt' | 'settledAt'>;

/** How long the requests of one run took, in milliseconds. */
export interface RequestTimes {
  readonly inSequenceMs: number;
  readonly chainMs: number;
}

/** @throws Error when a request was never settled: it has no duration. */
export function requestTimes(requests: readonly TimedRequest[]): RequestTimes {
  const sum = requests.reduce((total, request) => total + durationOf(request), 0);
  return { inSequenceMs: sum, chainMs: longestChain(requests) };
}

/**
 * What waits for what: everything for the plan, the comparison for every search, and the chapters for it and
 * for the outline, which is made beside it. Parts of one rank need nothing of each other.
 */
const RANKS: readonly ((request: TimedRequest) => boolean)[] = [
  ({ stage }) => stage === 'plan',
  ({ step }) => step.startsWith('search.'),
  ({ stage, step }) => stage === 'search' && !step.startsWith('search.'),
  // Asked for again only when it did not come beside the comparison.
  ({ stage, step }) => stage === 'write' && step === 'write.outline',
  ({ stage, step }) => stage === 'write' && step !== 'write.outline',
];

function longestChain(requests: readonly TimedRequest[]): number {
  return RANKS.reduce((sum, isOfRank) => sum + slowestPart(requests.filter(isOfRank)), 0);
}

/** Requests of one part follow each other: a second try, a cut answer that is gone on with. */
function slowestPart(requests: readonly TimedRequest[]): number {
  const parts = new Map<string, number>();
  for (const request of requests) {
    const part = request.step.replace(/(?:\.(?:again|more))+$/, '');
    parts.set(part, (parts.get(part) ?? 0) + durationOf(request));
  }
  return Math.max(0, ...parts.values());
}

function durationOf({ step, reservedAt, settledAt }: TimedRequest): number {
  if (settledAt === undefined) throw new Error(`the request for ${step} was never settled`);
  return Date.parse(settledAt) - Date.parse(reservedAt);
}
