import type { handleUnaryCall } from '@grpc/grpc-js';
import { PubSubError, toStatus, unavailable } from './grpc-errors.ts';
import type { Journal } from './journal.ts';
import type { PubSubLog } from './pubsub-log.ts';

/** Makes a gRPC handler of a function from request to response. */
export type UnaryFactory = <Request, Response>(
  handle: (request: Request) => Response,
) => handleUnaryCall<Request, Response>;

/**
 * Handlers made here answer once what they changed is on disk, and turn what they throw into a
 * status: a PubSubError as it is, anything else logged and INTERNAL.
 */
export function unaryFactory(journal: Journal, log: PubSubLog): UnaryFactory {
  return (handle) => (call, callback) => {
    try {
      const response = handle(call.request);
      journal.afterWrite(
        () => callback(null, response),
        (error) => callback(toStatus(unavailable(error.message))),
      );
    } catch (error) {
      if (!(error instanceof PubSubError)) {
        const stack = error instanceof Error ? error.stack : String(error);
        log({ level: 'error', message: 'a request failed inside the server', error: stack });
      }
      callback(toStatus(error));
    }
  };
}
