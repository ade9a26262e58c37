import type { ServerDuplexStream } from '@grpc/grpc-js';
import { FirestoreError } from '../protocol/firestore-error.ts';
import type { ListenRequest, TargetMessage } from '../protocol/rpc-messages.ts';
import type { TimestampMessage } from '../protocol/value-messages.ts';
import type { CommitClock } from '../storage/commit-clock.ts';
import { timestampOf } from '../values/timestamps.ts';
import { WatchTarget, type DocumentEvent, type WatchSources } from './watch-target.ts';

/** `google.firestore.v1.ListenResponse`. */
export type ListenResponse =
  | DocumentEvent
  | {
      readonly targetChange: {
        readonly targetChangeType: 'NO_CHANGE' | 'ADD' | 'REMOVE' | 'CURRENT' | 'RESET';
        readonly targetIds: number[];
        /** Why the server removed the target. */
        readonly cause?: { readonly code: number; readonly message: string };
        readonly readTime?: TimestampMessage;
        readonly resumeToken?: Buffer;
      };
    };

/** The gRPC call of one listening client. */
export type ListenCall = ServerDuplexStream<ListenRequest, ListenResponse>;

/** One Listen call: the targets a client has added to it, and what it has been told. */
export class WatchStream {
  readonly #call: ListenCall;
  readonly #sources: WatchSources;
  readonly #clock: CommitClock;
  readonly #targets = new Map<number, WatchTarget>();
  readonly #stale = new Set<WatchTarget>();

  constructor(call: ListenCall, sources: WatchSources, clock: CommitClock) {
    this.#call = call;
    this.#sources = sources;
    this.#clock = clock;
  }

  /** Handles one request of the client: add a target, or remove one. */
  receive({ addTarget, removeTarget }: ListenRequest): void {
    if (addTarget !== undefined) this.#add(addTarget);
    else if (removeTarget !== undefined) this.#remove(removeTarget);
  }

  /** Marks what a commit touches; true when there is something to {@link catchUp} with. */
  noteChanges(names: ReadonlySet<string>): boolean {
    for (const target of this.#targets.values()) {
      if (target.mayBeAffectedBy(names)) this.#stale.add(target);
    }
    return this.#stale.size > 0;
  }

  /** Tells the client what has changed in the targets that were marked. */
  catchUp(): void {
    const stale = [...this.#stale];
    this.#stale.clear();
    for (const target of stale) {
      if (this.#targets.get(target.id) === target) this.#tellNews(target);
    }
    if (stale.length > 0) this.settle();
  }

  /** Tells the client that it now knows a consistent state; only then does it raise its events. */
  settle(): void {
    this.#change('NO_CHANGE', []);
  }

  /** Forgets all targets. */
  stop(): void {
    this.#targets.clear();
    this.#stale.clear();
  }

  #add(message: TargetMessage): void {
    const target = new WatchTarget(this.#sources, message);
    this.#targets.set(target.id, target);
    this.#change('ADD', [target.id]);
    // What happened since the token was given out is not kept, so the client must start over.
    if (message.resumeToken?.length) this.#change('RESET', [target.id]);
    try {
      this.#tellNews(target);
    } catch (error) {
      if (!(error instanceof FirestoreError)) throw error;
      this.#refuse(target.id, error);
      return;
    }
    this.#change('CURRENT', [target.id]);
    this.settle();
  }

  /** Ending the call instead would make the client open it again, for ever. */
  #refuse(id: number, { code, details }: FirestoreError): void {
    this.#targets.delete(id);
    const cause = { code, message: details };
    this.#call.write({ targetChange: { targetChangeType: 'REMOVE', targetIds: [id], cause } });
  }

  #remove(id: number): void {
    if (this.#targets.delete(id)) this.#change('REMOVE', [id]);
  }

  #tellNews(target: WatchTarget): void {
    const readTime = timestampOf(this.#clock.present());
    for (const event of target.news(readTime)) this.#call.write(event);
  }

  #change(
    targetChangeType: 'NO_CHANGE' | 'ADD' | 'REMOVE' | 'CURRENT' | 'RESET',
    targetIds: number[],
  ): void {
    const now = this.#clock.present();
    const isState = targetChangeType === 'NO_CHANGE' || targetChangeType === 'CURRENT';
    const state = { readTime: timestampOf(now), resumeToken: Buffer.from(String(now)) };
    this.#call.write({
      targetChange: { targetChangeType, targetIds, ...(isState ? state : {}) },
    });
  }
}
