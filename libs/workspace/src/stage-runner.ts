import {
  MessageRejected,
  NeedsHuman,
  NO_EVIDENCE_REASONS,
  parseCommand,
  Permanent,
  Retryable,
  type Clock,
  type Delivery,
  type Ids,
  type Lease,
  type Outcome,
  type OutputsOf,
  type StageCommand,
  type StageName,
  type Timings,
  type Usage,
  type Workspace,
} from '@dossier/contracts';
import { keepLease } from './heartbeat.ts';
import type { CommandPublisher, StageEvent, StageObserver } from './ports.ts';
import { prepareJob } from './prepare-job.ts';
import { runWithin } from './run-within.ts';
import type { Stage } from './stage.ts';
import { decideClaim, type Claim } from './transitions/claim.ts';
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
import type { WorkspaceStore } from './workspace-store.ts';

export interface StageRunnerParts {
  readonly store: WorkspaceStore;
  readonly publisher: CommandPublisher;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly timings: Timings;
  readonly limits: Usage;
  readonly observe: StageObserver;
}

/** A claimed stage under way. */
interface Attempt<N extends StageName> {
  readonly held: Held;
  readonly stage: Stage<N>;
  readonly name: N;
  readonly workspace: Workspace;
  readonly startedAt: number;
}

/**
 * The stage protocol: check, claim, run, commit, publish. Two transactions and one publish per
 * stage. Says how a delivery ends but never acts on it: that is the transport's part.
 */
export class StageRunner {
  readonly #parts: StageRunnerParts;

  constructor(parts: StageRunnerParts) {
    this.#parts = parts;
  }

  /**
   * Works on one delivery for stage `name`. Never rejects. `shutdown` aborts when the process stops.
   */
  async handle<N extends StageName>(
    name: N,
    stage: Stage<N>,
    delivery: Delivery,
    shutdown: AbortSignal,
  ): Promise<Outcome> {
    try {
      const command = parseCommand(delivery.body);
      if (command.stage !== name)
        return deadLetter('wrong-topic', `command is for ${command.stage}`);
      return await this.#serve(name, stage, command, shutdown);
    } catch (error) {
      if (error instanceof MessageRejected) return deadLetter('malformed', error.message);
      if (error instanceof Retryable) return { kind: 'retry', reason: error.reason };
      // A claim or commit that the store refused is worth another delivery, whatever the cause.
      return { kind: 'retry', reason: `protocol-error: ${describe(error)}` };
    }
  }

  async #serve<N extends StageName>(
    name: N,
    stage: Stage<N>,
    command: StageCommand,
    shutdown: AbortSignal,
  ): Promise<Outcome> {
    const token = this.#parts.ids.next();
    const claim = await this.#claimWithPatience(command, token, shutdown);
    switch (claim.kind) {
      case 'refused':
        return deadLetter(claim.reason);
      case 'busy':
        return { kind: 'retry', reason: 'leased-elsewhere' };
      case 'superseded':
        return { kind: 'ack', note: 'superseded' };
      case 'settled':
        await this.#publish(outboxAfter(claim.workspace, command.version));
        return { kind: 'ack', note: 'settled-before' };
      case 'exhausted':
        await this.#publish(outboxAfter(claim.workspace, command.version));
        return deadLetter('attempts-exhausted');
      case 'claimed': {
        const held = { key: command, stage: name, token };
        const startedAt = this.#parts.clock.now().getTime();
        const attempt = { held, stage, name, workspace: claim.workspace, startedAt };
        this.#observe(attempt, 'claimed');
        return this.#work(attempt, claim.lease, shutdown);
      }
    }
  }

  /**
   * A busy lease waits here instead of nacking: each nack spends a delivery attempt, so a slow twin
   * would push a healthy command into the dead letters. Bounded by `leaseWaitMs`.
   */
  async #claimWithPatience(
    command: StageCommand,
    token: string,
    shutdown: AbortSignal,
  ): Promise<Claim> {
    const { clock, timings } = this.#parts;
    const giveUpAt = clock.now().getTime() + timings.stages[command.stage].leaseWaitMs;
    for (;;) {
      const claim = await this.#claim(command, token);
      const now = clock.now().getTime();
      if (claim.kind !== 'busy' || now >= giveUpAt || shutdown.aborted) return claim;
      // The holder usually commits well before its lease ends, so look again every renewal.
      const { leaseRenewMs } = timings.stages[command.stage];
      const wait = Math.min(leaseRenewMs, claim.until.getTime() - now + 1, giveUpAt - now);
      await clock.sleep(Math.max(wait, 1), shutdown);
    }
  }

  #claim(command: StageCommand, token: string): Promise<Claim> {
    const { store, clock, timings } = this.#parts;
    return store.change(
      command.runId,
      (workspace) => decideClaim(workspace, command, { now: clock.now(), token, timings }),
      {
        applied: (workspace) => {
          const state = versionOf(workspace, command.version).stages[command.stage];
          const lease = state?.lease;
          return lease?.token === token ? { kind: 'claimed', workspace, lease } : undefined;
        },
      },
    );
  }

  async #work<N extends StageName>(
    attempt: Attempt<N>,
    lease: Lease,
    shutdown: AbortSignal,
  ): Promise<Outcome> {
    const { clock, timings, limits, store } = this.#parts;
    const done = new AbortController();
    const lost = new AbortController();
    const late = new AbortController();
    const signal = AbortSignal.any([lost.signal, late.signal, shutdown]);
    const beating = keepLease(this.#parts, attempt.held, done.signal, lost);
    void clock.sleep(timings.stages[attempt.name].budgetMs, done.signal).then(() => {
      if (!done.signal.aborted) late.abort(new Retryable('stage-timeout'));
    });
    try {
      const job = await prepareJob(attempt, { store, clock, limits, signal });
      const outputs = await runWithin(signal, () => attempt.stage.run(job));
      signal.throwIfAborted();
      return await this.#commit(attempt, outputs, job.budget.spent);
    } catch (error) {
      if (lost.signal.aborted) return this.#stale(attempt, `lost fence ${lease.fence}`);
      return await this.#afterError(attempt, late.signal.aborted ? late.signal.reason : error);
    } finally {
      done.abort();
      await beating;
    }
  }

  async #commit<N extends StageName>(
    attempt: Attempt<N>,
    outputs: OutputsOf<N>,
    usage: Usage,
  ): Promise<Outcome> {
    const { clock, timings, store } = this.#parts;
    const { held } = attempt;
    let after: Workspace = attempt.workspace;
    const settled = await store.change<Settled>(
      held.key.runId,
      (workspace) => {
        const change: Change<Settled> = isCommittedBy(workspace ?? attempt.workspace, held)
          ? { result: 'written' }
          : decideCommit(workspace ?? attempt.workspace, held, usage, clock.now(), timings);
        after = change.workspace ?? workspace ?? attempt.workspace;
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
    if (settled === 'stale') return this.#stale(attempt, 'lease taken before the commit');
    this.#observe(attempt, 'committed');
    await this.#publish(outboxAfter(after, held.key.version));
    return { kind: 'ack', note: 'committed' };
  }

  async #afterError<N extends StageName>(attempt: Attempt<N>, error: unknown): Promise<Outcome> {
    const { clock, timings } = this.#parts;
    const { held } = attempt;
    if (error instanceof Permanent) {
      const { reason } = error;
      const status = NO_EVIDENCE_REASONS.includes(reason) ? 'no_evidence' : 'failed';
      const after = await this.#settle(held, (workspace) =>
        decideFail(workspace, held, { reason, status }, clock.now(), timings),
      );
      this.#observe(attempt, 'failed', reason);
      if (after !== undefined) await this.#publish(outboxAfter(after, held.key.version));
      return { kind: 'ack', note: reason };
    }
    if (error instanceof NeedsHuman) {
      const { reason } = error;
      await this.#settle(held, (workspace) =>
        decideNeedsHuman(workspace, held, reason, clock.now(), timings),
      );
      this.#observe(attempt, 'parked', reason);
      return { kind: 'ack', note: reason };
    }
    const kind = error instanceof Retryable ? 'Retryable' : 'Bug';
    const reason = error instanceof Retryable ? error.reason : describe(error);
    await this.#settle(held, (workspace) =>
      decideRelease(workspace, held, { kind, reason }, clock.now(), timings),
    );
    this.#observe(attempt, 'released', reason, kind === 'Bug' ? error : undefined);
    return { kind: 'retry', reason };
  }

  /** Writes an end that is not a commit. Undefined when the lease was no longer ours. */
  async #settle(
    held: Held,
    decide: (workspace: Workspace) => Change<Settled>,
  ): Promise<Workspace | undefined> {
    let after: Workspace | undefined;
    await this.#parts.store.change(held.key.runId, (workspace) => {
      const change = workspace === undefined ? { result: 'stale' as const } : decide(workspace);
      after = 'workspace' in change ? change.workspace : undefined;
      return change;
    });
    return after;
  }

  /** Somebody else has the stage: what was made here is thrown away, and the new holder finishes. */
  #stale<N extends StageName>(attempt: Attempt<N>, reason: string): Outcome {
    this.#observe(attempt, 'stale', reason);
    return { kind: 'retry', reason: 'lease-lost' };
  }

  async #publish(commands: readonly StageCommand[]): Promise<void> {
    for (const command of commands) await this.#parts.publisher.publish(command);
  }

  #observe<N extends StageName>(
    { held, name, workspace, startedAt }: Attempt<N>,
    event: StageEvent['event'],
    reason?: string,
    error?: unknown,
  ): void {
    this.#parts.observe({
      event,
      runId: held.key.runId,
      version: held.key.version,
      stage: name,
      attempt: versionOf(workspace, held.key.version).stages[name]?.attempts ?? 1,
      ms: this.#parts.clock.now().getTime() - startedAt,
      ...(reason === undefined ? {} : { reason }),
      ...(error === undefined ? {} : { error }),
    });
  }
}

function deadLetter(reason: string, detail?: string): Outcome {
  return { kind: 'dead-letter', reason, ...(detail === undefined ? {} : { detail }) };
}

/** Class and message of an unexpected error: enough to tell two bugs apart, without a person's text. */
function describe(error: unknown): string {
  return error instanceof Error ? error.name : typeof error;
}
