import type { Transaction } from '@google-cloud/firestore';
import { commandFor, namesOf, Retryable, type RunId, type StageName } from '@dossier/contracts';
import { decideResume } from '@dossier/workspace';
import type { Closing, DeadCommand, DeadLetter, Operator } from './dead-letter.ts';
import { DeadLetterError } from './errors.ts';
import type { DeadLetterParts } from './parts.ts';
import { replayAttributes } from './replay-attributes.ts';
import { replayTokenOf } from './replay-token.ts';
import { barrierIn, closesRecord, idsOf, type SkipReason } from './replay-verdict.ts';

/** How one dead letter is to be replayed. */
export interface ReplayOptions extends Operator {
  /** Also when it is quarantined. */
  readonly force?: boolean;
  /** Publishes the message as it is on this topic instead; the run is not touched. */
  readonly target?: string;
  readonly jobId?: string;
}

/** What became of the wish to replay one dead letter. */
export type ReplayOutcome =
  | {
      readonly kind: 'replayed';
      readonly id: string;
      readonly runId: RunId;
      readonly version: number;
      readonly stage: StageName;
      readonly step: number;
      readonly topic: string;
      readonly resumptions: number;
      /** False: Pub/Sub did not answer. The command is in the outbox; the sweep publishes it. */
      readonly published: boolean;
    }
  | {
      readonly kind: 'redirected';
      readonly id: string;
      readonly topic: string;
      readonly messageId: string;
    }
  | {
      readonly kind: 'skipped';
      readonly id: string;
      readonly reason: SkipReason;
      /** True when the record's state is `skipped` now: it can never be replayed. */
      readonly closed: boolean;
    }
  /** The body is no command. Edit it first. */
  | { readonly kind: 'refused'; readonly id: string; readonly reason: 'malformed' };

type Decided =
  | { readonly kind: 'resumed'; readonly letter: DeadLetter; readonly closing: Closing }
  | Exclude<ReplayOutcome, { kind: 'replayed' | 'redirected' }>;

/** Replays dead letters one by one, each exactly once. */
export class Replayer {
  readonly #parts: DeadLetterParts;

  constructor(parts: DeadLetterParts) {
    this.#parts = parts;
  }

  /**
   * Takes the run up at the stage that failed: record and workspace change in one transaction, then
   * the command is published. Of two at once, one resumes and the other is skipped.
   * @throws DeadLetterError `not-found`, `unreadable`, `publish-failed` (of a redirection; nothing is
   * closed then).
   */
  async replayOne(id: string, options: ReplayOptions): Promise<ReplayOutcome> {
    const token = this.#parts.ids.next();
    if (options.target !== undefined) return this.#redirect(id, options.target, options, token);
    const decided = await this.#resume(id, options, token);
    return decided.kind === 'resumed' ? this.#publish(decided) : decided;
  }

  async #resume(id: string, options: ReplayOptions, token: string): Promise<Decided> {
    const { letters } = this.#parts;
    try {
      return await letters.transact((transaction) => this.#decide(transaction, id, options, token));
    } catch (error) {
      if (error instanceof DeadLetterError) throw error;
      // A failed commit never proves that nothing was written: its answer may have been lost.
      const letter = await this.#readAfter(id, error);
      if (letter.closed?.token !== token) throw error;
      return endOf(letter, letter.closed);
    }
  }

  async #decide(
    transaction: Transaction,
    id: string,
    options: ReplayOptions,
    token: string,
  ): Promise<Decided> {
    const { letters, workspaces, clock, timings } = this.#parts;
    const letter = await letters.readWithin(transaction, id);
    // The client runs this again when the answer to its commit was lost.
    if (letter.closed?.token === token) return endOf(letter, letter.closed);
    const barrier = barrierIn(letter, options.force ?? false);
    if (barrier?.kind === 'skip') {
      return { kind: 'skipped', id, reason: barrier.reason, closed: false };
    }
    const { command } = letter;
    if (command === null) return { kind: 'refused', id, reason: 'malformed' };
    const now = clock.now();
    const wish = {
      key: { runId: command.runId, version: command.version },
      stage: command.stage,
      token: replayTokenOf(id, letter.replayCount + 1),
      by: options.by,
      cause: `dlq/${id}`,
    };
    const resumed = await workspaces.changeWithin(transaction, command.runId, (workspace) =>
      decideResume(workspace, wish, now, timings),
    );
    if (resumed.kind === 'resumed') {
      const { resumptions } = resumed;
      const again = idsOf(resumed.command);
      const base = closingOf(options, now, token, `resumed ${textOf(again)}`);
      const closing = { ...base, command: again, resumptions };
      this.#close(transaction, letter, 'replayed', closing);
      return { kind: 'resumed', letter, closing };
    }
    const closed = closesRecord(resumed.reason);
    // What was skipped before, and still is, keeps its first entry.
    if (closed && letter.state !== 'skipped') {
      const closing = closingOf(options, now, token, resumed.reason);
      this.#close(transaction, letter, 'skipped', closing);
    }
    return { kind: 'skipped', id, reason: resumed.reason, closed };
  }

  async #publish({
    letter,
    closing,
  }: Extract<Decided, { kind: 'resumed' }>): Promise<ReplayOutcome> {
    const { command } = closing;
    if (command === null) throw new Error(`replay of ${letter.id} has no command`);
    const topic = namesOf(command.stage).topic;
    const { id } = letter;
    const resumptions = closing.resumptions ?? 1;
    const done = { kind: 'replayed', id, ...command, topic, resumptions } as const;
    try {
      const attributes = replayAttributes(letter);
      const { stage, step } = command;
      await this.#parts.publisher.publish(commandFor(command, stage, step), attributes);
      return { ...done, published: true };
    } catch (error) {
      if (!(error instanceof Retryable)) throw error;
      return { ...done, published: false };
    }
  }

  /** The record is closed only after Pub/Sub has confirmed: a crash between the two publishes again. */
  async #redirect(
    id: string,
    target: string,
    options: ReplayOptions,
    token: string,
  ): Promise<ReplayOutcome> {
    const { letters, clock } = this.#parts;
    const letter = await letters.read(id);
    const barrier = barrierIn(letter, options.force ?? false);
    if (barrier?.kind === 'skip') {
      return { kind: 'skipped', id, reason: barrier.reason, closed: false };
    }
    const body =
      letter.editedBody === null ? await letters.readBody(id) : Buffer.from(letter.editedBody);
    if (letter.editedBody === null && body.length !== letter.bodyBytes) {
      return this.#withoutBody(id);
    }
    const messageId = await this.#send(target, body, replayAttributes(letter));
    await letters.transact(async (transaction) => {
      const now = await letters.readWithin(transaction, id);
      if (now.closed?.token === token) return;
      const closing = closingOf(options, clock.now(), token, `message ${messageId} on ${target}`);
      const { by, why, at, result } = closing;
      // Somebody may have closed it meanwhile; the message is out all the same.
      const patch = isClosed(now) ? {} : { state: 'replayed' as const, closed: closing };
      letters.changeWithin(transaction, now, patch, { at, by, what: 'redirected', why, result });
    });
    return { kind: 'redirected', id, topic: target, messageId };
  }

  /** A purge takes the body after it has closed the record: it may have come between our two reads. */
  async #withoutBody(id: string): Promise<ReplayOutcome> {
    const { state } = await this.#parts.letters.read(id);
    if (state === 'purged') return { kind: 'skipped', id, reason: 'purged', closed: false };
    throw new DeadLetterError('unreadable', `the body of dead letter ${id} is not whole`);
  }

  async #send(
    target: string,
    body: Uint8Array,
    attributes: Record<string, string>,
  ): Promise<string> {
    try {
      return await this.#parts.messages.publish(target, body, attributes);
    } catch (error) {
      const message = `topic ${JSON.stringify(target)} did not take the message; nothing was closed`;
      throw new DeadLetterError('publish-failed', message, { cause: error });
    }
  }

  #close(
    transaction: Transaction,
    letter: DeadLetter,
    state: 'replayed' | 'skipped',
    closing: Closing,
  ): void {
    const { by, why, at, result } = closing;
    const entry = { at, by, what: state, why, result } as const;
    this.#parts.letters.changeWithin(transaction, letter, { state, closed: closing }, entry);
  }

  async #readAfter(id: string, failure: unknown): Promise<DeadLetter> {
    try {
      return await this.#parts.letters.read(id);
    } catch {
      // The store cannot even be read: the first failure says more than this one.
      throw failure;
    }
  }
}

function closingOf(
  { by, reason, jobId = null }: Operator & { jobId?: string | null },
  now: Date,
  token: string,
  result: string,
): Closing {
  const at = now.toISOString();
  return { by, why: reason, at, result, token, jobId, command: null, resumptions: null };
}

function isClosed({ state }: DeadLetter): boolean {
  return state === 'replayed' || state === 'purged';
}

function endOf(letter: DeadLetter, closing: Closing): Decided {
  if (closing.command !== null) return { kind: 'resumed', letter, closing };
  // A skipped record repeats its reason there.
  const reason = closing.result as SkipReason;
  return { kind: 'skipped', id: letter.id, reason, closed: true };
}

function textOf({ runId, version, stage, step }: DeadCommand): string {
  return `${runId} ${version}.${stage}.${step}`;
}
