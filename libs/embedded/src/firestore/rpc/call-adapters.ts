import { Metadata, status } from '@grpc/grpc-js';
import type { handleServerStreamingCall, handleUnaryCall } from '@grpc/grpc-js';
import { asFirestoreError } from '../protocol/firestore-error.ts';

/** One finished RPC. */
export interface FirestoreLogEntry {
  /** Name of the method, such as `Commit`. */
  readonly rpc: string;
  /** gRPC status code of the answer; 0 is OK. */
  readonly code: number;
  readonly durationMs: number;
  /** Whether the request started a transaction, went on in one, or had none. */
  readonly transaction: 'begun' | 'continued' | 'none';
  /** Why the code is not 0. */
  readonly details?: string;
  /** Set when the server itself failed (code 13): a bug, with its stack. */
  readonly error?: unknown;
}

/** Receives an entry per finished RPC. */
export type FirestoreLog = (entry: FirestoreLogEntry) => void;

/** The answering side of a streaming call. */
export interface AnswerStream<Response> {
  send(message: Response): void;
  /** Called when the client hangs up before the answer is complete. */
  onCancelled(listener: () => void): void;
}

/** Turns a function from request to answer into a handler that grpc-js can register. */
export function unaryHandler<Request extends object, Response>(
  rpc: string,
  log: FirestoreLog,
  answer: (request: Request) => Response | Promise<Response>,
): handleUnaryCall<Request, Response> {
  return (call, callback) => {
    const finish = measure(rpc, call.request, log);
    const run = async () => {
      try {
        const response = await answer(call.request);
        finish();
        callback(null, response);
      } catch (error) {
        finish(error);
        callback(asFirestoreError(error));
      }
    };
    void run();
  };
}

/** Turns a function that sends any number of messages into a handler that grpc-js can register. */
export function streamHandler<Request extends object, Response>(
  rpc: string,
  log: FirestoreLog,
  answer: (request: Request, stream: AnswerStream<Response>) => void | Promise<void>,
): handleServerStreamingCall<Request, Response> {
  return (call) => {
    const finish = measure(rpc, call.request, log);
    let isAnswered = false;
    const stream: AnswerStream<Response> = {
      send: (message) => void call.write(message),
      onCancelled: (listener) => {
        // grpc-js also raises "cancelled" when the client closes a stream that was fully answered.
        call.once('cancelled', () => {
          if (!isAnswered) listener();
        });
      },
    };
    // Headers go out before anything can fail: the client's gax layer re-sends a streaming read that
    // fails without headers, twice (2 s, then 4 s), whatever the code says.
    call.sendMetadata(new Metadata());
    const run = async () => {
      try {
        await answer(call.request, stream);
        isAnswered = true;
        finish();
        call.end();
      } catch (error) {
        finish(error);
        call.emit('error', asFirestoreError(error));
      }
    };
    void run();
  };
}

function measure(rpc: string, request: object, log: FirestoreLog): (error?: unknown) => void {
  const startedMs = performance.now();
  const transaction = useOf(request);
  return (error) => log(logEntry({ rpc, transaction, startedMs, error }));
}

/** The entry for an RPC that has just ended, with an error unless that is undefined. */
export function logEntry(ended: {
  readonly rpc: string;
  readonly transaction: FirestoreLogEntry['transaction'];
  readonly startedMs: number;
  readonly error?: unknown;
}): FirestoreLogEntry {
  const { rpc, transaction, startedMs, error } = ended;
  const entry = { rpc, transaction, durationMs: performance.now() - startedMs };
  if (error === undefined) return { ...entry, code: status.OK };
  const { code, details, cause } = asFirestoreError(error);
  return { ...entry, code, details, ...(cause === undefined ? {} : { error: cause }) };
}

function useOf(request: object): FirestoreLogEntry['transaction'] {
  if ('newTransaction' in request) return 'begun';
  return 'transaction' in request ? 'continued' : 'none';
}
