import { Firestore, type DocumentReference, type Transaction } from '@google-cloud/firestore';
import { Inject, Injectable } from '@nestjs/common';
import type { Clock, RunId, RunKey, Timings, Workspace } from '@dossier/contracts';
import { CLOCK, TIMINGS } from '@dossier/platform';
import { WorkspaceStore } from '@dossier/workspace';
import { toConversation, type Conversation } from '../conversation/conversation.ts';
import type { EventRecord, MessageRecord } from '../conversation/records.ts';
import type { Decision } from '../decisions/decision.ts';
import type { EventRequest } from './event-request.ts';

/** What is read before an event can be decided. */
export interface Read {
  readonly handled: EventRecord | undefined;
  readonly message: MessageRecord | undefined;
  readonly quoted: MessageRecord | undefined;
  readonly conversation: Conversation;
}

/** The documents that only the ingress knows, beside the workspaces: conversations, events, messages. */
@Injectable()
export class EventStore {
  constructor(
    private readonly firestore: Firestore,
    private readonly workspaces: WorkspaceStore,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(TIMINGS) private readonly timings: Timings,
  ) {}

  /** Runs `work` in one transaction; it may run more than once. */
  transaction<T>(work: (transaction: Transaction) => Promise<T>): Promise<T> {
    return this.firestore.runTransaction(work);
  }

  /** Everything that is known of the event, its message and its conversation. */
  async read(transaction: Transaction, request: EventRequest): Promise<Read> {
    const { requester, eventKey, messageKey, quotedKey } = request;
    const [conversation, handled, ...messages] = await transaction.getAll(
      this.#conversation(requester.conversationId),
      this.#event(eventKey),
      ...[messageKey, quotedKey]
        .filter((key) => key !== undefined)
        .map((key) => this.#message(key)),
    );
    // Only this class writes these documents.
    const recordOf = (key: string | undefined): MessageRecord | undefined =>
      messages.find(({ id }) => id === key)?.data() as MessageRecord | undefined;
    return {
      conversation: toConversation(conversation?.data()),
      handled: handled?.data() as EventRecord | undefined,
      message: recordOf(messageKey),
      quoted: recordOf(quotedKey),
    };
  }

  /** The conversation alone, for work that no event asks for. */
  async readConversation(transaction: Transaction, conversationId: string): Promise<Conversation> {
    return toConversation((await transaction.get(this.#conversation(conversationId))).data());
  }

  /** The workspaces of runs; unknown ones are left out. */
  readWorkspaces(
    transaction: Transaction,
    runIds: Iterable<RunId>,
  ): Promise<Map<RunId, Workspace>> {
    return this.workspaces.readAllWithin(transaction, [...new Set(runIds)]);
  }

  /** Writes what was decided of a conversation. Nothing may be read after it. */
  write(
    transaction: Transaction,
    conversationId: string,
    { conversation, began, changes = [] }: Pick<Decision, 'conversation' | 'began' | 'changes'>,
  ): void {
    const { conversationRetentionMs } = this.timings.global;
    for (const change of changes) this.workspaces.writeWithin(transaction, change);
    if (conversation !== undefined) {
      const expireAt = this.#after(conversationRetentionMs);
      transaction.set(this.#conversation(conversationId), { ...conversation, expireAt });
    }
    if (began?.messageKey !== undefined) {
      const record = { run: began.run, expireAt: this.#after(conversationRetentionMs) };
      transaction.set(this.#message(began.messageKey), record, { merge: true });
    }
  }

  /** Notes that everything the event asks for is done with this transaction. */
  writeHandled(
    transaction: Transaction,
    { eventKey, messageKey, fingerprint, event, asking }: EventRequest,
    handledBy: string,
    kept: RunKey | undefined,
  ): void {
    const { lineEventRetentionMs, conversationRetentionMs } = this.timings.global;
    const expireAt = this.#after(lineEventRetentionMs);
    transaction.set(this.#event(eventKey), { handledBy, expireAt });
    if (messageKey === undefined) return;
    const record: MessageRecord = {
      timestamp: event.timestamp,
      ...(fingerprint !== undefined && { fingerprint }),
      ...(kept !== undefined && { run: kept }),
      ...(asking.kind === 'unsend' && { unsent: true }),
      ...(asking.kind === 'edit' && { edited: true }),
      expireAt: kept === undefined ? expireAt : this.#after(conversationRetentionMs),
    };
    transaction.set(this.#message(messageKey), { ...record });
  }

  /** Notes which version the bot's own messages speak of, so that quoting one names it. */
  async rememberAnswers(
    answers: readonly { readonly messageKey: string; readonly run: RunKey }[],
  ): Promise<void> {
    const timestamp = this.clock.now().getTime();
    const expireAt = this.#after(this.timings.global.conversationRetentionMs);
    const writes = answers.map(({ messageKey, run }) => {
      const record: MessageRecord = { timestamp, run, expireAt };
      return this.#message(messageKey).set({ ...record });
    });
    await Promise.all(writes);
  }

  /** Conversations whose queue is to be looked at now, the longest waiting first. */
  async queuesDue(now: Date, limit: number): Promise<string[]> {
    const { docs } = await this.firestore
      .collection('conversations')
      .where('queueCheckAt', '<=', now.toISOString())
      .orderBy('queueCheckAt')
      .limit(limit)
      .select()
      .get();
    return docs.map(({ id }) => id);
  }

  #after(ms: number): string {
    return new Date(this.clock.now().getTime() + ms).toISOString();
  }

  #conversation(id: string): DocumentReference {
    return this.firestore.collection('conversations').doc(id);
  }

  #event(key: string): DocumentReference {
    return this.firestore.collection('lineEvents').doc(key);
  }

  #message(key: string): DocumentReference {
    return this.firestore.collection('lineMessages').doc(key);
  }
}
