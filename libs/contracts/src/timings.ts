import type { StageName } from './pipeline.ts';

/**
 * Every clock of one stage. Workers (abort, lease, client settings) and infrastructure (ack deadline,
 * request time-out, back-off) read the same row; `timingViolations` is the contract between them.
 */
export interface StageTiming {
  /** Longest wait for one call to a model; 0 when the stage makes none. */
  readonly modelCallMs: number;
  /** Model calls, tries included, one after another on the longest path through one delivery. */
  readonly modelCallsInSeries: number;
  /** The stage is aborted after this long. */
  readonly budgetMs: number;
  /** Push only: the platform ends the request after this long. */
  readonly requestTimeoutMs: number;
  /** Pub/Sub's wait for an ack; on push it cannot be extended. 10 to 600 s. */
  readonly ackDeadlineMs: number;
  /** Pull only: how long the client keeps extending the ack deadline. */
  readonly maxExtensionMs: number;
  readonly leaseTtlMs: number;
  readonly leaseRenewMs: number;
  /** How long a delivery waits for somebody else's lease before it goes back. */
  readonly leaseWaitMs: number;
  readonly minBackoffMs: number;
  readonly maxBackoffMs: number;
  /** After so many deliveries a command is a dead letter. Pub/Sub allows 5 to 100. */
  readonly maxDeliveryAttempts: number;
}

/** Clocks that belong to no single stage. */
export interface GlobalTiming {
  readonly messageRetentionMs: number;
  readonly deadLetterRetentionMs: number;
  /** How long a run's workspace is kept, and with it the proof of what was already done. */
  readonly workspaceRetentionMs: number;
  /** How long the list of a conversation's runs is kept after its last use. */
  readonly conversationRetentionMs: number;
  /** How long it is remembered which of LINE's events and messages have been taken. */
  readonly lineEventRetentionMs: number;
  /** LINE keeps a retry key this long. */
  readonly lineRetryKeyMs: number;
  /** How long commands in work may go on when the process stops. */
  readonly shutdownGraceMs: number;
  /** Time for the last acks to leave: the client batches them. */
  readonly ackFlushMs: number;
  /** How long a sweep in work is waited for. */
  readonly sweepStopMs: number;
  readonly platformShutdownMs: number;
  /** Ingress answers LINE before this; LINE gives up after 2 s. */
  readonly webhookHandlerMs: number;
  readonly publishTimeoutMs: number;
  readonly sweepEveryMs: number;
  /** An outbox entry or a released stage older than this is published again by the sweep. */
  readonly outboxStaleAfterMs: number;
  /** A stage that waits longer for a person's decision ends its version. */
  readonly decisionWaitMs: number;
  /** How long a stage's word about its progress may wait to be written; also the least time between two. */
  readonly progressEveryMs: number;
}

export interface Timings {
  readonly stages: Readonly<Record<StageName, StageTiming>>;
  readonly global: GlobalTiming;
}

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const DAY = 24 * 60 * MINUTE;

const cloudRetry = {
  ackDeadlineMs: 600 * SECOND,
  maxExtensionMs: 20 * MINUTE,
  leaseTtlMs: 120 * SECOND,
  leaseRenewMs: 30 * SECOND,
  leaseWaitMs: 60 * SECOND,
  minBackoffMs: 20 * SECOND,
  maxBackoffMs: 600 * SECOND,
  maxDeliveryAttempts: 10,
};

/** Google Cloud, and the shape that every other profile keeps. */
const cloud: Timings = {
  stages: {
    plan: {
      modelCallMs: 60 * SECOND,
      modelCallsInSeries: 2,
      budgetMs: 150 * SECOND,
      requestTimeoutMs: 240 * SECOND,
      ...cloudRetry,
    },
    search: {
      modelCallMs: 90 * SECOND,
      modelCallsInSeries: 4,
      budgetMs: 420 * SECOND,
      requestTimeoutMs: 510 * SECOND,
      ...cloudRetry,
    },
    write: {
      modelCallMs: 100 * SECOND,
      modelCallsInSeries: 4,
      budgetMs: 450 * SECOND,
      requestTimeoutMs: 540 * SECOND,
      ...cloudRetry,
    },
    publish: {
      modelCallMs: 0,
      modelCallsInSeries: 0,
      budgetMs: 60 * SECOND,
      requestTimeoutMs: 150 * SECOND,
      ...cloudRetry,
    },
    notify: {
      modelCallMs: 0,
      modelCallsInSeries: 0,
      budgetMs: 30 * SECOND,
      requestTimeoutMs: 120 * SECOND,
      ...cloudRetry,
    },
  },
  global: {
    messageRetentionMs: 7 * DAY,
    deadLetterRetentionMs: 31 * DAY,
    workspaceRetentionMs: 45 * DAY,
    conversationRetentionMs: 90 * DAY,
    lineEventRetentionMs: 3 * DAY,
    lineRetryKeyMs: DAY,
    shutdownGraceMs: 6.5 * SECOND,
    ackFlushMs: 2 * SECOND,
    sweepStopMs: SECOND,
    platformShutdownMs: 10 * SECOND,
    webhookHandlerMs: 1.4 * SECOND,
    publishTimeoutMs: 1.1 * SECOND,
    sweepEveryMs: 300 * SECOND,
    outboxStaleAfterMs: 120 * SECOND,
    decisionWaitMs: 7 * DAY,
    progressEveryMs: 5 * SECOND,
  },
};

/** One machine: nobody else's outage to wait for, so a dead worker is replaced within seconds. */
const local: Timings = withEveryStage(
  {
    ...cloud,
    global: {
      ...cloud.global,
      sweepEveryMs: 5 * SECOND,
      outboxStaleAfterMs: 10 * SECOND,
      progressEveryMs: SECOND,
    },
  },
  {
    ackDeadlineMs: 60 * SECOND,
    leaseTtlMs: 15 * SECOND,
    leaseRenewMs: 5 * SECOND,
    leaseWaitMs: 10 * SECOND,
    minBackoffMs: 4 * SECOND,
    maxBackoffMs: 60 * SECOND,
  },
);

/** Tests: the same inequalities on the smallest clocks that Pub/Sub accepts. */
const test: Timings = withEveryStage(
  {
    ...local,
    global: {
      ...local.global,
      sweepEveryMs: 500,
      outboxStaleAfterMs: 2 * SECOND,
      progressEveryMs: 500,
    },
  },
  {
    ackDeadlineMs: 10 * SECOND,
    leaseTtlMs: 2 * SECOND,
    leaseRenewMs: 500,
    leaseWaitMs: SECOND,
    minBackoffMs: SECOND,
    maxBackoffMs: 5 * SECOND,
  },
);

export const TIMING_PROFILES = { cloud, local, test } as const;
export type TimingProfile = keyof typeof TIMING_PROFILES;

function withEveryStage(base: Timings, change: Partial<StageTiming>): Timings {
  const { plan, search, write, publish, notify } = base.stages;
  return {
    ...base,
    stages: {
      plan: { ...plan, ...change },
      search: { ...search, ...change },
      write: { ...write, ...change },
      publish: { ...publish, ...change },
      notify: { ...notify, ...change },
    },
  };
}
