import type { GlobalTiming, StageTiming, Timings } from './timings.ts';

interface Rule<T> {
  readonly rule: string;
  readonly holds: (timing: T, global: GlobalTiming) => boolean;
}

const DAY_MS = 24 * 60 * 60 * 1_000;
/** LINE's webhook time-out (facts: check-webhook-error-statistics). */
const LINE_WEBHOOK_MS = 2_000;

/** LINE delivers an event again for about a day at most (facts: receiving-messages). */
const LINE_REDELIVERY_MS = DAY_MS;

/** Smallest time between the first delivery and the moment Pub/Sub gives up. */
function minRetryWindowMs({ maxDeliveryAttempts, minBackoffMs }: StageTiming): number {
  return (maxDeliveryAttempts - 1) * minBackoffMs;
}

/** Longest time a command can live on its subscription before it is dead-lettered. */
function maxRetryWindowMs(t: StageTiming): number {
  return t.maxDeliveryAttempts * (t.ackDeadlineMs + t.maxBackoffMs + t.budgetMs);
}

const STAGE_RULES: readonly Rule<StageTiming>[] = [
  {
    rule: 'model calls fit the stage budget',
    holds: (t) => t.modelCallMs * t.modelCallsInSeries <= t.budgetMs,
  },
  {
    rule: 'the stage budget and a publish end before the request time-out',
    holds: (t, g) => t.budgetMs + g.publishTimeoutMs < t.requestTimeoutMs,
  },
  {
    rule: 'a pull delivery is extended for longer than budget and lease wait together',
    holds: (t) => t.budgetMs + t.leaseWaitMs < t.maxExtensionMs,
  },
  {
    rule: 'the ack deadline is 10 to 600 s',
    holds: (t) => t.ackDeadlineMs >= 10_000 && t.ackDeadlineMs <= 600_000,
  },
  {
    rule: 'a lease survives two missed heartbeats',
    holds: (t) => 3 * t.leaseRenewMs <= t.leaseTtlMs,
  },
  {
    rule: "a dead worker's lease expires before delivery attempts run out",
    holds: (t) => t.leaseTtlMs < minRetryWindowMs(t),
  },
  {
    rule: 'back-off is positive and at most 600 s',
    holds: (t) =>
      t.minBackoffMs > 0 && t.minBackoffMs <= t.maxBackoffMs && t.maxBackoffMs <= 600_000,
  },
  {
    rule: 'delivery attempts are 5 to 100',
    holds: (t) => t.maxDeliveryAttempts >= 5 && t.maxDeliveryAttempts <= 100,
  },
  {
    rule: 'retries finish inside message retention',
    holds: (t, g) => maxRetryWindowMs(t) <= g.messageRetentionMs,
  },
  {
    rule: "retries of a push finish while LINE's retry key lives",
    holds: (t, g) => t.modelCallsInSeries > 0 || maxRetryWindowMs(t) < g.lineRetryKeyMs,
  },
];

/** On push the ack deadline cannot be extended, so the request has to end before it. */
const PUSH_RULES: readonly Rule<StageTiming>[] = [
  {
    rule: 'the request time-out ends before the ack deadline',
    holds: (t) => t.requestTimeoutMs < t.ackDeadlineMs,
  },
  {
    rule: 'a wait for a lease and the stage budget fit one request',
    holds: (t) => t.leaseWaitMs + t.budgetMs < t.requestTimeoutMs,
  },
];

const GLOBAL_RULES: readonly Rule<GlobalTiming>[] = [
  {
    rule: 'subscription retention is at most 31 days',
    holds: (g) => Math.max(g.messageRetentionMs, g.deadLetterRetentionMs) <= 31 * DAY_MS,
  },
  {
    rule: 'workspaces outlive every command that can be replayed',
    holds: (g) => g.workspaceRetentionMs >= g.messageRetentionMs + g.deadLetterRetentionMs + DAY_MS,
  },
  {
    rule: "LINE's events are remembered for longer than LINE delivers them again",
    holds: (g) => g.lineEventRetentionMs > LINE_REDELIVERY_MS,
  },
  {
    rule: "a conversation's list of runs outlives the runs in it",
    holds: (g) => g.conversationRetentionMs >= g.workspaceRetentionMs,
  },
  {
    rule: 'a decision is awaited for less time than its workspace is kept',
    holds: (g) => g.decisionWaitMs > 0 && g.decisionWaitMs < g.workspaceRetentionMs,
  },
  {
    rule: 'a graceful stop ends before SIGKILL',
    holds: (g) => g.sweepStopMs + g.shutdownGraceMs + g.ackFlushMs < g.platformShutdownMs,
  },
  {
    rule: 'a publish times out before the webhook handler, and that before LINE gives up',
    holds: (g) => g.publishTimeoutMs < g.webhookHandlerMs && g.webhookHandlerMs < LINE_WEBHOOK_MS,
  },
  {
    rule: 'the sweep does not race a publish in flight',
    holds: (g) => g.outboxStaleAfterMs > g.publishTimeoutMs,
  },
];

/** The broken inequalities of a timing table in words; empty when it is sound. */
export function timingViolations(timings: Timings, delivery: 'pull' | 'push'): string[] {
  const stageRules = delivery === 'push' ? [...STAGE_RULES, ...PUSH_RULES] : STAGE_RULES;
  const stages = Object.entries(timings.stages).flatMap(([stage, timing]) =>
    stageRules
      .filter(({ holds }) => !holds(timing, timings.global))
      .map(({ rule }) => `${stage}: ${rule}`),
  );
  const global = GLOBAL_RULES.filter(({ holds }) => !holds(timings.global, timings.global));
  return [...stages, ...global.map(({ rule }) => `global: ${rule}`)];
}
