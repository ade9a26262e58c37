import type { Transaction } from '@google-cloud/firestore';
import {
  MessageRejected,
  namesOf,
  parseCommand,
  Retryable,
  type Clock,
  type Delivery,
  type StageCommand,
  type StageName,
  type Timings,
  type Workspace,
} from '@dossier/contracts';
import { decideBurial, type CommandPublisher, type WorkspaceStore } from '@dossier/workspace';
import type { DeadCommand, DeadLetter } from './dead-letter.ts';
import { deadLetterIdOf } from './dead-letter-id.ts';
import { readMarks, type DeadLetterMarks } from './dead-letter-marks.ts';
import { isLongBody, type DeadLetterStore } from './dead-letter-store.ts';
import { fingerprintOf } from './fingerprint.ts';
import { predecessorOf } from './replay-token.ts';

/** A version that was taken up this often without success is set apart: bulk replays leave it alone. */
const QUARANTINE_AFTER = 3;
const ALREADY_EXISTS = 6;
const ARCHIVER = 'archiver';

/** What became of a delivery from a dead-letter topic. */
export interface Archived {
  readonly id: string;
  /** `known`: it was recorded before; this delivery changed nothing. */
  readonly kind: 'recorded' | 'known';
  readonly reason: string;
  /** `marked-failed`, or why the run was left alone; `run-unreadable` when nobody can change it. */
  readonly effect: string;
}

/**
 * The workspace is spoiled, or would not fit into a document any more. No delivery will change that, so
 * the letter is recorded without it: it must not come back for ever.
 */
class RunUnreadable extends Error {
  override readonly name = 'RunUnreadable';

  constructor(options: { cause: unknown }) {
    super('the run of a dead letter cannot be changed', options);
  }
}

interface Recorded {
  readonly letter: DeadLetter;
  readonly commands: readonly StageCommand[];
}

interface ArchiveParts {
  readonly letters: DeadLetterStore;
  readonly workspaces: WorkspaceStore;
  readonly publisher: CommandPublisher;
  readonly clock: Clock;
  readonly timings: Timings;
}

/** Records dead letters durably and marks the stages of commands that Pub/Sub gave up. */
export class DeadLetterArchive {
  readonly #parts: ArchiveParts;

  constructor(parts: ArchiveParts) {
    this.#parts = parts;
  }

  /**
   * Records one delivery of a stage's dead-letter topic. When it resolves, the delivery may be acked.
   * Repeatable: the record is created once, and what the user is to be told stands in the outbox.
   * @throws Retryable `publish-failed`, or Firestore's error: deliver it again.
   */
  async archive(stage: StageName, delivery: Delivery): Promise<Archived> {
    const { letters, publisher } = this.#parts;
    const marks = readMarks(delivery.attributes);
    const messageId = marks.originalMessageId ?? delivery.messageId;
    const { deadLetterTopic } = namesOf(stage);
    const id = deadLetterIdOf(stage, deadLetterTopic, messageId, delivery.body);
    const known: Archived = { id, kind: 'known', reason: marks.reason, effect: 'known' };
    if (isLongBody(delivery.body)) {
      // A purged record must not get its body back from a copy that comes late.
      if (await letters.has(id)) return known;
      await letters.saveLongBody(id, delivery.body);
    }
    const plain = this.#recordOf({ id, stage, messageId, marks, body: delivery.body });
    try {
      const { letter, commands } = await this.#record(plain, marks, delivery.body);
      for (const command of commands) await publisher.publish(command);
      return { id, kind: 'recorded', reason: letter.reason, effect: letter.effect };
    } catch (error) {
      // The answer to our own commit was lost, or a twin was faster; the sweep publishes what is left.
      if (isAlreadyExists(error) && (await letters.has(id))) return known;
      throw error;
    }
  }

  async #record(plain: DeadLetter, marks: DeadLetterMarks, body: Uint8Array): Promise<Recorded> {
    const { letters } = this.#parts;
    try {
      return await letters.transact(async (transaction) => {
        const marked = await this.#mark(transaction, plain, marks);
        this.#create(transaction, marked.letter, body);
        return marked;
      });
    } catch (error) {
      if (!(error instanceof RunUnreadable)) throw error;
      const letter = { ...plain, effect: 'run-unreadable' };
      await letters.transact((transaction) => {
        this.#create(transaction, letter, body);
        return Promise.resolve();
      });
      return { letter, commands: [] };
    }
  }

  /** Marks the stage as failed where the letter speaks for it. @throws RunUnreadable */
  async #mark(
    transaction: Transaction,
    plain: DeadLetter,
    marks: DeadLetterMarks,
  ): Promise<Recorded> {
    const { workspaces, clock, timings } = this.#parts;
    const { command } = plain;
    if (command === null) return { letter: plain, commands: [] };
    let letter = plain;
    let commands: readonly StageCommand[] = [];
    try {
      await workspaces.changeWithin(transaction, command.runId, (workspace) => {
        letter = inContext(plain, workspace, marks);
        if (!mayMark(plain, marks)) return { result: undefined };
        const burial = decideBurial(workspace, command, plain.reason, clock.now(), timings);
        const { result } = burial;
        const effect = result.kind === 'failed' ? 'marked-failed' : result.reason;
        letter = { ...letter, effect };
        commands = result.kind === 'failed' ? result.commands : [];
        return { ...burial, result: undefined };
      });
    } catch (error) {
      throw isPassing(error) ? error : new RunUnreadable({ cause: error });
    }
    return { letter, commands };
  }

  #create(transaction: Transaction, letter: DeadLetter, body: Uint8Array): void {
    this.#parts.letters.createWithin(transaction, letter, body, {
      at: letter.receivedAt,
      by: ARCHIVER,
      what: 'archived',
      why: letter.reason,
      result: letter.effect,
    });
  }

  #recordOf(seen: {
    id: string;
    stage: StageName;
    messageId: string;
    marks: DeadLetterMarks;
    body: Uint8Array;
  }): DeadLetter {
    const { id, stage, messageId, marks, body } = seen;
    const { reason, detail, source, deadLetteredAt, publishedAt, attributes } = marks;
    return {
      id,
      state: marks.replayCount >= QUARANTINE_AFTER ? 'quarantined' : 'open',
      stage,
      source,
      messageId,
      reason,
      detail,
      fingerprint: fingerprintOf(stage, reason, detail),
      receivedAt: this.#parts.clock.now().toISOString(),
      deadLetteredAt,
      publishedAt,
      deliveryAttempts: marks.attempts,
      bodyBytes: body.length,
      attributes,
      command: commandIn(body),
      effect: 'recorded-only',
      replayOf: marks.replayOf,
      replayCount: marks.replayCount,
      editedBody: null,
      closed: null,
      auditLength: 0,
    };
  }
}

/**
 * Only a command that ran out of attempts speaks for its stage; one without any marks counts as such,
 * for then nobody refused it. A refused one is recorded and no more: a stray or hostile command must
 * never fail a healthy run.
 */
function mayMark({ stage, command, reason }: DeadLetter, { movedBy }: DeadLetterMarks): boolean {
  const gaveUp = movedBy !== 'stage' || reason === 'attempts-exhausted';
  return gaveUp && command?.stage === stage;
}

/** The record with what the run's workspace knows: the last error, and the replays so far. */
function inContext(
  letter: DeadLetter,
  workspace: Workspace | undefined,
  { movedBy }: DeadLetterMarks,
): DeadLetter {
  const { command } = letter;
  const version = workspace?.versions[String(command?.version)];
  if (command === null || version === undefined) return letter;
  const error = version.stages[command.stage]?.lastError;
  const lastError = error && `last attempt: ${error.kind} ${error.reason}`;
  const detail = letter.detail ?? (movedBy === 'pubsub' ? (lastError ?? null) : null);
  const replayCount = Math.max(letter.replayCount, version.resumptions ?? 0);
  return {
    ...letter,
    detail,
    fingerprint: fingerprintOf(letter.stage, letter.reason, detail),
    replayOf: letter.replayOf ?? predecessorOf(version.resumedBy),
    replayCount,
    state: replayCount >= QUARANTINE_AFTER ? 'quarantined' : 'open',
  };
}

function commandIn(body: Uint8Array): DeadCommand | null {
  try {
    const { runId, version, stage, step } = parseCommand(body);
    return { runId, version, stage, step };
  } catch (error) {
    if (error instanceof MessageRejected) return null;
    throw error;
  }
}

/** Firestore's own failures have a status code: another delivery may fare better. */
function isPassing(error: unknown): boolean {
  if (error instanceof Retryable) return true;
  return error instanceof Error && 'code' in error && typeof error.code === 'number';
}

function isAlreadyExists(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === ALREADY_EXISTS;
}
