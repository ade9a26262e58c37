import {
  addUsage,
  NeedsHuman,
  NO_EVIDENCE_REASONS,
  NO_USAGE,
  Permanent,
  Retryable,
  usageBeyond,
  type Outcome,
  type OutputsOf,
  type StageCommand,
  type StageName,
  type StageProgress,
  type Timings,
  type Usage,
  type Workspace,
} from '@dossier/contracts';
import { Budget } from './budget.ts';
import { errorName, stackOf } from './error-name.ts';
import { keepLease } from './heartbeat.ts';
import type { StageEvent } from './ports.ts';
import { prepareJob } from './prepare-job.ts';
import { ProgressNews } from './progress-news.ts';
import { publishAll } from './publish-all.ts';
import { runWithin } from './run-within.ts';
import type { StageRunnerParts } from './stage-runner.ts';
import type { Stage } from './stage.ts';
import type { NewArtifacts } from './workspace-store.ts';
import { versionOf, type Change } from './transitions/change.ts';
import { tellingOf } from './transitions/tell.ts';
import {
  decideCommit,
  decideFail,
  decideNeedsHuman,
  decideRelease,
  isCommittedBy,
  outboxAfter,
  type FailedAttempt,
  type Held,
  type Settled,
} from './transitions/settle.ts';

/** How an attempt ended, and the commands that its last write left in the outbox. */
interface Ended {
  readonly outcome: Outcome;
  readonly commands: readonly StageCommand[];
}

/** One claimed stage, from its first heartbeat to its commit or whatever ends it instead. */
export class StageAttempt<N extends StageName> {
  readonly #parts: StageRunnerParts;
  readonly #name: N;
  readonly #stage: Stage<N>;
  readonly #held: Held;
  /** The workspace as the claim left it. */
  readonly #claimed: Workspace;
  readonly #startedAt: number;

  constructor(
    parts: StageRunnerParts,
    claim: { name: N; stage: Stage<N>; held: Held; workspace: Workspace },
  ) {
    this.#parts = parts;
    this.#name = claim.name;
    this.#stage = claim.stage;
    this.#held = claim.held;
    this.#claimed = claim.workspace;
    this.#startedAt = parts.clock.now().getTime();
  }

  /**
   * Runs the stage under its lease and time budget, settles it in the workspace, publishes what follows.
   * @throws Retryable when the publish fails: the work is committed, another delivery publishes again.
   */
  async work(shutdown: AbortSignal): Promise<Outcome> {
    const { outcome, commands } = await this.#workAndSettle(shutdown);
    await publishAll(this.#parts.publisher, commands);
    return outcome;
  }

  async #workAndSettle(shutdown: AbortSignal): Promise<Ended> {
    const { clock, timings, store } = this.#parts;
    this.#observe('claimed');
    const lease = versionOf(this.#claimed, this.#held.key.version).stages[this.#name]?.lease;
    const until = Date.parse(lease?.until ?? '');
    // The claim's answer may come so late that somebody else has the stage by now: nothing is paid then.
    if (lease === undefined || clock.now().getTime() >= until) return this.#stale();
    const done = new AbortController();
    const lost = new AbortController();
    const late = new AbortController();
    const signal = AbortSignal.any([lost.signal, late.signal, shutdown]);
    const news = new ProgressNews();
    const kept = { ...this.#held, until };
    const beating = keepLease({ ...this.#parts, news }, kept, done.signal, lost);
    void clock.sleep(timings.stages[this.#name].budgetMs, done.signal).then(() => {
      if (!done.signal.aborted) late.abort(new Retryable('stage-timeout'));
    });
    let budget: Budget | undefined;
    const spent = (): Usage => budget?.spent ?? NO_USAGE;
    try {
      budget = await this.#budget(lease.fence);
      const claim = { held: this.#held, name: this.#name, workspace: this.#claimed };
      const progress = (each: StageProgress): void => news.tell(each);
      const job = await prepareJob(claim, { store, clock, budget, signal, progress });
      const outputs = await runWithin(signal, () => this.#stage.run(job));
      signal.throwIfAborted();
      return await this.#commit(outputs, spent());
    } catch (error) {
      if (lost.signal.aborted) return this.#stale();
      if (late.signal.aborted) return await this.#settleError(late.signal.reason, spent());
      return await this.#settleError(
        shutdown.aborted ? new Retryable('process-stopped', { cause: error }) : error,
        spent(),
      );
    } finally {
      done.abort();
      await beating;
    }
  }

  /** What this claim may spend; after a dead attempt also what that one never got to book. */
  async #budget(fence: number): Promise<Budget> {
    const { calls, limits, leftToday } = this.#parts;
    const { key, stage } = this.#held;
    const version = versionOf(this.#claimed, key.version);
    const isFirst = version.stages[stage]?.attempts === 1 && version.resumptions === undefined;
    const [seen, leftTodayMicroUsd] = await Promise.all([
      isFirst ? Promise.resolve(NO_USAGE) : calls.spentOn(key),
      leftToday === undefined ? undefined : leftToday(this.#claimed),
    ]);
    const lost = usageBeyond(seen, version.usage);
    const allowance = { before: addUsage(version.usage, {}), lost, limits, leftTodayMicroUsd };
    return new Budget(allowance, calls.writerOf({ key, stage, fence }));
  }

  async #commit(outputs: OutputsOf<N>, usage: Usage): Promise<Ended> {
    const { clock, timings, store } = this.#parts;
    const held = this.#held;
    const { notice }: NewArtifacts = outputs;
    const told = notice && tellingOf(notice);
    let after = this.#claimed;
    const settled = await store.change<Settled>(
      held.key.runId,
      (workspace = this.#claimed) => {
        // The client re-runs this after an ambiguous commit: our own may be what it reads now.
        const change: Change<Settled> = isCommittedBy(workspace, held)
          ? { result: 'written' }
          : decideCommit(workspace, held, { usage, told }, clock.now(), timings);
        after = change.workspace ?? workspace;
        return change;
      },
      {
        artifacts: this.#storedNames(outputs),
        applied: (workspace) => {
          after = workspace;
          return isCommittedBy(workspace, held) ? 'written' : undefined;
        },
      },
    );
    if (settled === 'stale') return this.#stale();
    this.#observe('committed');
    const commands = outboxAfter(after, held.key.version, held.stage);
    return { outcome: { kind: 'ack', note: 'committed' }, commands };
  }

  /** A version that was resumed is told its end again; artifacts are create-only, so under another name. */
  #storedNames(outputs: OutputsOf<N>): NewArtifacts {
    const { resumptions = 0 } = versionOf(this.#claimed, this.#held.key.version);
    const { notice, ...others }: NewArtifacts = outputs;
    if (resumptions === 0 || notice === undefined) return outputs;
    return { ...others, [`notice.${resumptions}`]: notice };
  }

  async #settleError(error: unknown, usage: Usage): Promise<Ended> {
    if (error instanceof Permanent) {
      const status = NO_EVIDENCE_REASONS.includes(error.reason) ? 'no_evidence' : 'failed';
      const attempt = { kind: 'Permanent', reason: error.reason, usage } as const;
      return this.#settle('failed', attempt, error, (workspace, now, timings) =>
        decideFail(workspace, this.#held, status, attempt, now, timings),
      );
    }
    if (error instanceof NeedsHuman) {
      const details = JSON.stringify(error.details);
      const attempt = { kind: 'NeedsHuman', reason: error.reason, details, usage } as const;
      return this.#settle('parked', attempt, error, (workspace, now, timings) =>
        decideNeedsHuman(workspace, this.#held, attempt, now, timings),
      );
    }
    const attempt =
      error instanceof Retryable
        ? ({ kind: 'Retryable', reason: error.reason, usage, ...detailsOf(error) } as const)
        : ({ kind: 'Bug', reason: errorName(error), usage } as const);
    return this.#settle('released', attempt, error, (workspace, now, timings) =>
      decideRelease(workspace, this.#held, attempt, now, timings),
    );
  }

  /** Writes an end that is not a commit, and says how the delivery ends for it. */
  async #settle(
    event: 'failed' | 'parked' | 'released',
    { kind, reason }: FailedAttempt,
    error: unknown,
    decide: (workspace: Workspace, now: Date, timings: Timings) => Change<Settled>,
  ): Promise<Ended> {
    const { store, clock, timings } = this.#parts;
    let after = this.#claimed;
    const settled = await store.change(this.#held.key.runId, (workspace = this.#claimed) => {
      const change = decide(workspace, clock.now(), timings);
      after = change.workspace ?? workspace;
      return change;
    });
    if (settled === 'stale') return this.#stale();
    const exhausted = settled === 'exhausted';
    this.#observe(exhausted ? 'failed' : event, { kind, reason, error });
    const commands = outboxAfter(after, this.#held.key.version, this.#name);
    if (exhausted) {
      const detail = stackOf(error);
      return { outcome: { kind: 'dead-letter', reason, detail }, commands };
    }
    if (event === 'released') return { outcome: { kind: 'retry', reason }, commands: [] };
    return { outcome: { kind: 'ack', note: reason }, commands };
  }

  /** Somebody else has the stage: what was made here is thrown away, and the new holder finishes. */
  #stale(): Ended {
    this.#observe('stale', { reason: 'lease-lost' });
    return { outcome: { kind: 'retry', reason: 'lease-lost' }, commands: [] };
  }

  #observe(
    event: StageEvent['event'],
    failure: Pick<StageEvent, 'kind' | 'reason' | 'error'> = {},
  ): void {
    const { key } = this.#held;
    this.#parts.observe({
      event,
      runId: key.runId,
      version: key.version,
      stage: this.#name,
      attempt: versionOf(this.#claimed, key.version).stages[this.#name]?.attempts ?? 1,
      ms: this.#parts.clock.now().getTime() - this.#startedAt,
      ...failure,
    });
  }
}

function detailsOf({ details }: Retryable): { details?: string } {
  return details === undefined ? {} : { details: JSON.stringify(details) };
}
