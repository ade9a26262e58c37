import {
  NeedsHuman,
  NO_EVIDENCE_REASONS,
  Permanent,
  Retryable,
  type Outcome,
  type OutputsOf,
  type StageCommand,
  type StageName,
  type Usage,
  type Workspace,
} from '@dossier/contracts';
import { errorName } from './error-name.ts';
import { keepLease } from './heartbeat.ts';
import type { StageEvent } from './ports.ts';
import { prepareJob } from './prepare-job.ts';
import { publishAll } from './publish-all.ts';
import { runWithin } from './run-within.ts';
import type { StageRunnerParts } from './stage-runner.ts';
import type { Stage } from './stage.ts';
import { versionOf, type Change } from './transitions/change.ts';
import {
  decideCommit,
  decideFail,
  decideNeedsHuman,
  decideRelease,
  isCommittedBy,
  outboxAfter,
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
    const { clock, timings, limits, store } = this.#parts;
    this.#observe('claimed');
    const done = new AbortController();
    const lost = new AbortController();
    const late = new AbortController();
    const signal = AbortSignal.any([lost.signal, late.signal, shutdown]);
    const beating = keepLease(this.#parts, this.#held, done.signal, lost);
    void clock.sleep(timings.stages[this.#name].budgetMs, done.signal).then(() => {
      if (!done.signal.aborted) late.abort(new Retryable('stage-timeout'));
    });
    try {
      const claim = { held: this.#held, name: this.#name, workspace: this.#claimed };
      const job = await prepareJob(claim, { store, clock, limits, signal });
      const outputs = await runWithin(signal, () => this.#stage.run(job));
      signal.throwIfAborted();
      return await this.#commit(outputs, job.budget.spent);
    } catch (error) {
      if (lost.signal.aborted) return this.#stale();
      if (late.signal.aborted) return await this.#settleError(late.signal.reason);
      return await this.#settleError(
        shutdown.aborted ? new Retryable('process-stopped', { cause: error }) : error,
      );
    } finally {
      done.abort();
      await beating;
    }
  }

  async #commit(outputs: OutputsOf<N>, usage: Usage): Promise<Ended> {
    const { clock, timings, store } = this.#parts;
    const held = this.#held;
    let after = this.#claimed;
    const settled = await store.change<Settled>(
      held.key.runId,
      (workspace = this.#claimed) => {
        // The client re-runs this after an ambiguous commit: our own may be what it reads now.
        const change: Change<Settled> = isCommittedBy(workspace, held)
          ? { result: 'written' }
          : decideCommit(workspace, held, usage, clock.now(), timings);
        after = change.workspace ?? workspace;
        return change;
      },
      {
        artifacts: outputs,
        applied: (workspace) => {
          after = workspace;
          return isCommittedBy(workspace, held) ? 'written' : undefined;
        },
      },
    );
    if (settled === 'stale') return this.#stale();
    this.#observe('committed');
    const commands = outboxAfter(after, held.key.version);
    return { outcome: { kind: 'ack', note: 'committed' }, commands };
  }

  async #settleError(error: unknown): Promise<Ended> {
    const { clock, timings } = this.#parts;
    const held = this.#held;
    if (error instanceof Permanent) {
      const { reason } = error;
      const status = NO_EVIDENCE_REASONS.includes(reason) ? 'no_evidence' : 'failed';
      const after = await this.#settle((workspace) =>
        decideFail(workspace, held, { reason, status }, clock.now(), timings),
      );
      if (after === undefined) return this.#stale();
      this.#observe('failed', reason);
      const commands = outboxAfter(after, held.key.version);
      return { outcome: { kind: 'ack', note: reason }, commands };
    }
    if (error instanceof NeedsHuman) {
      const { reason } = error;
      const after = await this.#settle((workspace) =>
        decideNeedsHuman(workspace, held, reason, clock.now(), timings),
      );
      if (after === undefined) return this.#stale();
      this.#observe('parked', reason);
      return { outcome: { kind: 'ack', note: reason }, commands: [] };
    }
    const expected = error instanceof Retryable;
    const kind = expected ? 'Retryable' : 'Bug';
    const reason = expected ? error.reason : errorName(error);
    const after = await this.#settle((workspace) =>
      decideRelease(workspace, held, { kind, reason }, clock.now(), timings),
    );
    if (after === undefined) return this.#stale();
    this.#observe('released', reason, expected ? error.cause : error);
    return { outcome: { kind: 'retry', reason }, commands: [] };
  }

  /** Writes an end that is not a commit. Undefined when the lease is no longer ours. */
  async #settle(decide: (workspace: Workspace) => Change<Settled>): Promise<Workspace | undefined> {
    let after: Workspace | undefined;
    await this.#parts.store.change(this.#held.key.runId, (workspace = this.#claimed) => {
      const change = decide(workspace);
      after = change.workspace;
      return change;
    });
    return after;
  }

  /** Somebody else has the stage: what was made here is thrown away, and the new holder finishes. */
  #stale(): Ended {
    this.#observe('stale', 'lease-lost');
    return { outcome: { kind: 'retry', reason: 'lease-lost' }, commands: [] };
  }

  #observe(event: StageEvent['event'], reason?: string, error?: unknown): void {
    const { key } = this.#held;
    this.#parts.observe({
      event,
      runId: key.runId,
      version: key.version,
      stage: this.#name,
      attempt: versionOf(this.#claimed, key.version).stages[this.#name]?.attempts ?? 1,
      ms: this.#parts.clock.now().getTime() - this.#startedAt,
      ...(reason === undefined ? {} : { reason }),
      ...(error === undefined ? {} : { error }),
    });
  }
}
