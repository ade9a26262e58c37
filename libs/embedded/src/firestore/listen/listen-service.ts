import { asFirestoreError } from '../protocol/firestore-error.ts';
import type { ListenRequest } from '../protocol/rpc-messages.ts';
import { logEntry, type FirestoreLog } from '../rpc/call-adapters.ts';
import type { CommitClock } from '../storage/commit-clock.ts';
import { WatchStream, type ListenCall } from './watch-stream.ts';
import type { WatchSources } from './watch-target.ts';

/** Keeps every listening client up to date. */
export class ListenService {
  readonly #sources: WatchSources;
  readonly #clock: CommitClock;
  readonly #log: FirestoreLog;
  readonly #streams = new Map<ListenCall, WatchStream>();

  constructor(sources: WatchSources, clock: CommitClock, log: FirestoreLog) {
    this.#sources = sources;
    this.#clock = clock;
    this.#log = log;
  }

  /** Serves one Listen call until either side ends it. */
  serve(call: ListenCall): void {
    const stream = new WatchStream(call, this.#sources, this.#clock);
    const startedMs = performance.now();
    this.#streams.set(call, stream);
    const stop = (error?: unknown) => {
      if (!this.#streams.delete(call)) return;
      stream.stop();
      this.#log(logEntry({ rpc: 'Listen', transaction: 'none', startedMs, error }));
    };
    call.on('data', (request: ListenRequest) => {
      this.#orFail(call, () => stream.receive(request));
    });
    call.on('end', () => {
      stop();
      call.end();
    });
    call.on('cancelled', () => stop());
    call.on('error', stop);
  }

  /** Called after each commit with the documents it wrote. */
  documentsChanged(names: ReadonlySet<string>): void {
    for (const [call, stream] of this.#streams) {
      // Told later and once, however many commits come together: each catch-up runs the query.
      if (stream.noteChanges(names)) {
        setImmediate(() => this.#orFail(call, () => stream.catchUp()));
      }
    }
  }

  /** Tells every client that nothing is missing; silent streams are cut by proxies and clients. */
  keepAlive(): void {
    for (const stream of this.#streams.values()) stream.settle();
  }

  /** Ends every call; clients come back by themselves when the reason is UNAVAILABLE. */
  close(reason: Error): void {
    for (const call of [...this.#streams.keys()]) call.emit('error', reason);
  }

  #orFail(call: ListenCall, work: () => void): void {
    if (!this.#streams.has(call)) return;
    try {
      work();
    } catch (error) {
      call.emit('error', asFirestoreError(error));
    }
  }
}
