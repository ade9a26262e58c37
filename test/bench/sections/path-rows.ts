import { PIPELINE, STAGE_NAMES, type StageName } from '@dossier/contracts';
import { BenchFailure } from '../bench-failure.ts';
import type { SeenCommit, SeenRead, Traffic } from '../proxy/traffic.ts';
import type { ModelCall } from '../research/instant-research.ts';
import type { PathRow } from '../result.ts';

/** Takes one run apart by what went through the proxies; the rows follow each other without a gap. */
export function pathRows(
  traffic: Traffic,
  calls: readonly ModelCall[],
  run: { startedAt: number; endedAt: number },
): PathRow[] {
  return [openRow(traffic, run.startedAt), ...STAGE_NAMES.map((stage) => rowOf(stage))];

  function rowOf(stage: StageName): PathRow {
    const publishedAt = publishOf(traffic, stage);
    const deliveredAt = deliveryOf(traffic, stage);
    const claimedAt = endOf(commitOf(traffic, `${stage}.claimed`));
    const commit = commitOf(traffic, `${stage}.committed`);
    const commitBegan = beginOf(traffic, commit).call.startedAt;
    const { next } = PIPELINE[stage];
    // The push ends the run for its user; the commit after it is not waited for by anybody.
    const stageEnd = next === null ? run.endedAt : publishOf(traffic, next);
    const workEnd = next === null ? run.endedAt : commitBegan;
    const modelMs = modelMsOf(stage, calls);
    return {
      stage,
      hopMs: deliveredAt - publishedAt,
      claimMs: claimedAt - deliveredAt,
      modelMs,
      workMs: workEnd - claimedAt - modelMs,
      commitMs: stageEnd - workEnd,
      totalMs: stageEnd - publishedAt,
    };
  }
}

/** Ingress: from the webhook to the publish of the first command. */
function openRow(traffic: Traffic, startedAt: number): PathRow {
  const began = beginOf(traffic, commitOf(traffic, 'run.opened')).call.startedAt;
  const published = publishOf(traffic, 'plan');
  const none = { hopMs: 0, claimMs: 0, modelMs: 0 };
  return {
    stage: 'open',
    ...none,
    workMs: began - startedAt,
    commitMs: published - began,
    totalMs: published - startedAt,
  };
}

/** Searches run beside each other: the stage waits from the first one's start to the last one's end. */
function modelMsOf(stage: StageName, calls: readonly ModelCall[]): number {
  const spanOf = (pattern: RegExp): number => {
    const own = calls.filter(({ model }) => pattern.test(model));
    if (own.length === 0) return 0;
    const start = Math.min(...own.map((call) => call.startedAt));
    return Math.max(...own.map((call) => call.endedAt)) - start;
  };
  switch (stage) {
    case 'plan':
      return spanOf(/^plan$/);
    case 'search':
      return spanOf(/^search\./) + spanOf(/^compare$/);
    case 'write':
      return spanOf(/^write$/);
    default:
      return 0;
  }
}

function publishOf(traffic: Traffic, stage: StageName): number {
  const found = traffic.publishes.find((each) => each.stage === stage);
  return found?.call.startedAt ?? missing(`publish of ${stage}`);
}

function deliveryOf(traffic: Traffic, stage: StageName): number {
  return (
    traffic.deliveries.find((each) => each.stage === stage)?.at ?? missing(`delivery of ${stage}`)
  );
}

function commitOf(traffic: Traffic, event: string): SeenCommit {
  return (
    traffic.commits.find(({ events }) => events.includes(event)) ?? missing(`commit of ${event}`)
  );
}

function endOf({ call }: SeenCommit): number {
  return call.endedAt ?? missing('answer to a commit');
}

/** The read that began the commit's transaction: the last one before it. */
function beginOf(traffic: Traffic, commit: SeenCommit): SeenRead {
  const before = traffic.reads.filter(
    ({ begins, call }) => begins && call.startedAt < commit.call.startedAt,
  );
  return before.at(-1) ?? missing('read of a transaction');
}

function missing(what: string): never {
  throw new BenchFailure(`the run left no trace of the ${what}; run the benchmark again`);
}
