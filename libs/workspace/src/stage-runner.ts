import {
  MessageRejected,
  parseCommand,
  Retryable,
  type Clock,
  type Delivery,
  type Ids,
  type Outcome,
  type StageCommand,
  type StageName,
  type Timings,
  type Usage,
  type Workspace,
} from '@dossier/contracts';
import type { CallRecords } from './call-records.ts';
import { errorName } from './error-name.ts';
import type { CommandPublisher, StageObserver } from './ports.ts';
import { publishAll } from './publish-all.ts';
import { StageAttempt } from './stage-attempt.ts';
import type { Stage } from './stage.ts';
import { decideClaim, type Claim } from './transitions/claim.ts';
import { outboxAfter } from './transitions/settle.ts';
import type { WorkspaceStore } from './workspace-store.ts';

export interface StageRunnerParts {
  readonly store: WorkspaceStore;
  readonly calls: CallRecords;
  readonly publisher: CommandPublisher;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly timings: Timings;
  readonly limits: Usage;
  /** What the requester may still spend today, in millionths of a US dollar; absent: as much as they like. */
  readonly leftToday?: (workspace: Workspace) => Promise<number>;
  readonly observe: StageObserver;
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

  /** Works on one delivery for stage `name`. Never rejects. `shutdown` aborts when the process stops. */
  async handle<N extends StageName>(
    name: N,
    stage: Stage<N>,
    delivery: Delivery,
    shutdown: AbortSignal,
  ): Promise<Outcome> {
    try {
      const command = parseCommand(delivery.body);
      if (command.stage !== name) {
        return { kind: 'dead-letter', reason: 'wrong-topic', detail: `for ${command.stage}` };
      }
      return await this.#serve(name, stage, command, shutdown);
    } catch (error) {
      if (error instanceof MessageRejected) {
        return { kind: 'dead-letter', reason: 'malformed', detail: error.message };
      }
      // A claim or commit that the store refused is worth another delivery, whatever the cause.
      const reason = error instanceof Retryable ? error.reason : `protocol-${errorName(error)}`;
      return { kind: 'retry', reason, error };
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
        return { kind: 'dead-letter', reason: claim.reason };
      case 'busy':
        // The holder's lease has its own timer: if it dies, the sweep asks again. A nack would spend
        // an attempt of a healthy command.
        return { kind: 'ack', note: 'leased-elsewhere' };
      case 'superseded':
        return { kind: 'ack', note: 'superseded' };
      case 'settled':
        await publishAll(
          this.#parts.publisher,
          outboxAfter(claim.workspace, command.version, name),
        );
        return lastWordOn(claim.workspace, command) ?? { kind: 'ack', note: 'settled-before' };
      case 'exhausted':
        await publishAll(
          this.#parts.publisher,
          outboxAfter(claim.workspace, command.version, name),
        );
        return { kind: 'dead-letter', reason: 'attempts-exhausted' };
      case 'claimed': {
        const { workspace } = claim;
        const held = { key: command, stage: name, token };
        return new StageAttempt(this.#parts, { name, stage, held, workspace }).work(shutdown);
      }
    }
  }

  /** Waits for somebody else's lease for up to `leaseWaitMs`: most stages are done by then. */
  async #claimWithPatience(
    command: StageCommand,
    token: string,
    shutdown: AbortSignal,
  ): Promise<Claim> {
    const { clock, timings } = this.#parts;
    const { leaseWaitMs, leaseRenewMs } = timings.stages[command.stage];
    const giveUpAt = clock.now().getTime() + leaseWaitMs;
    for (;;) {
      const claim = await this.#claim(command, token);
      const now = clock.now().getTime();
      if (claim.kind !== 'busy' || now >= giveUpAt || shutdown.aborted) return claim;
      // The holder usually commits well before its lease ends, so look again every renewal.
      const wait = Math.min(leaseRenewMs, claim.until.getTime() - now + 1, giveUpAt - now);
      await clock.sleep(Math.max(wait, 1), shutdown);
    }
  }

  #claim(command: StageCommand, token: string): Promise<Claim> {
    const { store, clock, timings } = this.#parts;
    return store.change<Claim>(
      command.runId,
      (workspace) => decideClaim(workspace, command, { now: clock.now(), token, timings }),
      {
        applied: (workspace) => {
          const version = workspace.versions[String(command.version)];
          const lease = version?.stages[command.stage]?.lease;
          return lease?.token === token ? { kind: 'claimed', workspace, lease } : undefined;
        },
      },
    );
  }
}

/**
 * The dead letter of a stage that ran out of attempts, once more: the delivery that should have made it
 * comes again when it died, or could not be published, after that was committed. The archive knows a
 * message that it has seen.
 */
function lastWordOn(
  { versions }: Workspace,
  { version, stage }: StageCommand,
): Outcome | undefined {
  const state = versions[String(version)]?.stages[stage];
  const error = state?.lastError;
  if (state?.status !== 'failed' || error === undefined || error.kind === 'Permanent')
    return undefined;
  return { kind: 'dead-letter', reason: error.reason };
}
