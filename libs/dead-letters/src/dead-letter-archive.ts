import type { Transaction } from '@google-cloud/firestore';
import {
  MessageRejected,
  namesOf,
  parseCommand,
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
  /** `marked-failed`, or why the run was left alone. */
  readonly effect: string;
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
      const { letter, commands } = await letters.transact((transaction) =>
        this.#record(transaction, plain, marks, delivery.body),
      );
      for (const command of commands) await publisher.publish(command);
      return { id, kind: 'recorded', reason: letter.reason, effect: letter.effect };
    } catch (error) {
      // The answer to our own commit was lost, or a twin was faster; the sweep publishes what is left.
      if (isAlreadyExists(error) && (await letters.has(id))) return known;
      throw error;
    }
  }

  async #record(
    transaction: Transaction,
    plain: DeadLetter,
    marks: DeadLetterMarks,
    body: Uint8Array,
  ): Promise<{ letter: DeadLetter; commands: readonly StageCommand[] }> {
    const { letters, workspaces, clock, timings } = this.#parts;
    const { command } = plain;
    let letter = plain;
    let commands: readonly StageCommand[] = [];
    if (command !== null) {
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
    }
    letters.createWithin(transaction, letter, body, {
      at: letter.receivedAt,
      by: ARCHIVER,
      what: 'archived',
      why: letter.reason,
      result: letter.effect,
    });
    return { letter, commands };
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

function isAlreadyExists(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === ALREADY_EXISTS;
}
