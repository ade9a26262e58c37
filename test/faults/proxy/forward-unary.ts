import type { Client, handleUnaryCall, ServerUnaryCall } from '@grpc/grpc-js';
import { WireStatus, type Answer } from './fault.ts';
import type { ProxyParts } from './proxy-parts.ts';
import type { WireMethod } from './wire-protocol.ts';
import { onwardMetadata } from './wire-metadata.ts';

/** A request that reaches the server after its client has gone still gets this long. */
const LATE_MS = 10_000;

type Call = ServerUnaryCall<Buffer, Buffer>;

/**
 * Handles a unary method: the plan's fault decides what reaches the server and what comes back.
 * Metadata, deadline, cancellation, status and trailers pass as they are.
 */
export function forwardUnary(
  method: WireMethod,
  { plan, arrived, clientFor }: ProxyParts,
): handleUnaryCall<Buffer, Buffer> {
  return (call, callback) => {
    arrived(method.name);
    const forward = (): Promise<Answer> => sendOnward(method, call, clientFor(call.getPeer()));
    const seen = { method: method.name, request: method.decodeRequest(call.request) };
    const fault = plan().unary?.(seen);
    (fault === undefined ? forward() : fault(forward)).then(
      ({ bytes, headers, trailers }) => {
        call.sendMetadata(headers);
        callback(null, bytes, trailers);
      },
      (error: unknown) => callback(asStatus(error)),
    );
  };
}

function sendOnward(method: WireMethod, call: Call, client: Client): Promise<Answer> {
  const isLate = call.cancelled;
  const deadline = isLate ? Date.now() + LATE_MS : call.getDeadline();
  return new Promise((resolve, reject) => {
    const { path, requestSerialize, responseDeserialize } = method.wire;
    let headers = onwardMetadata();
    let answer: Buffer | undefined;
    const onward = client.makeUnaryRequest(
      path,
      requestSerialize,
      responseDeserialize,
      call.request,
      onwardMetadata(call.metadata),
      { deadline },
      (error, bytes) => {
        if (error === null) answer = bytes;
        else reject(new WireStatus(error.code, error.details, onwardMetadata(error.metadata)));
      },
    );
    onward.on('metadata', (metadata) => {
      headers = onwardMetadata(metadata);
    });
    onward.on('status', ({ metadata }) => {
      if (answer !== undefined) {
        resolve({ bytes: answer, headers, trailers: onwardMetadata(metadata) });
      }
    });
    if (!isLate) call.once('cancelled', () => onward.cancel());
  });
}

function asStatus(error: unknown): Partial<WireStatus> {
  if (error instanceof WireStatus) return error;
  // A mistake in a plan: the test that made it should read it in the client's error.
  return new WireStatus(13, `the proxy's fault plan failed: ${String(error)}`);
}
