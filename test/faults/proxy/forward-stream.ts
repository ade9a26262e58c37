import {
  status,
  type Client,
  type ClientDuplexStream,
  type ClientReadableStream,
  type handleBidiStreamingCall,
  type handleServerStreamingCall,
  type ServerDuplexStream,
  type ServerWritableStream,
  type StatusObject,
} from '@grpc/grpc-js';
import { WireStatus, type FaultPlan, type StreamFault } from './fault.ts';
import { onwardMetadata } from './wire-metadata.ts';
import type { WireMethod } from './wire-protocol.ts';

type ServerCall = ServerWritableStream<Buffer, Buffer> | ServerDuplexStream<Buffer, Buffer>;
type Onward = ClientReadableStream<Buffer> | ClientDuplexStream<Buffer, Buffer>;

/** Handles a method with one request and many answers. */
export function forwardServerStream(
  method: WireMethod,
  plan: () => FaultPlan,
  clientFor: (peer: string) => Client,
): handleServerStreamingCall<Buffer, Buffer> {
  return (call) => {
    const { path, requestSerialize, responseDeserialize } = method.wire;
    const seen = { method: method.name, request: method.decodeRequest(call.request) };
    relay(call, plan().stream?.(seen) ?? {}, () =>
      clientFor(call.getPeer()).makeServerStreamRequest(
        path,
        requestSerialize,
        responseDeserialize,
        call.request,
        onwardMetadata(call.metadata),
        { deadline: call.getDeadline() },
      ),
    );
  };
}

/** Handles a method in which both sides stream. */
export function forwardBidiStream(
  method: WireMethod,
  plan: () => FaultPlan,
  clientFor: (peer: string) => Client,
): handleBidiStreamingCall<Buffer, Buffer> {
  return (call) => {
    const { path, requestSerialize, responseDeserialize } = method.wire;
    const fault = plan().stream?.({ method: method.name, request: undefined }) ?? {};
    relay(call, fault, () => {
      const onward = clientFor(call.getPeer()).makeBidiStreamRequest(
        path,
        requestSerialize,
        responseDeserialize,
        onwardMetadata(call.metadata),
        { deadline: call.getDeadline() },
      );
      call.on('data', (bytes: Buffer) => onward.write(bytes));
      call.on('end', () => onward.end());
      return onward;
    });
  };
}

/** Passes answers, headers and the final status on; the status never overtakes an answer. */
function relay(call: ServerCall, fault: StreamFault, open: () => Onward): void {
  const timers = new Set<NodeJS.Timeout>();
  const held = new Set<() => void>();
  let isOver = false;
  let onward: Onward | undefined;

  const end = (ending: Pick<StatusObject, 'code' | 'details' | 'metadata'>): void => {
    if (isOver) return;
    for (const pass of [...held]) pass();
    isOver = true;
    for (const timer of timers) clearTimeout(timer);
    onward?.cancel();
    if (ending.code === status.OK) call.end(ending.metadata);
    else call.emit('error', new WireStatus(ending.code, ending.details, ending.metadata));
  };
  const after = (ms: number, run: () => void): void => {
    if (ms === 0) return run();
    const timer = setTimeout(() => {
      timers.delete(timer);
      run();
    }, ms);
    timers.add(timer);
  };
  const passLater = (bytes: Buffer, ms: number): void => {
    const pass = (): void => {
      if (!held.delete(pass) || isOver) return;
      if (call.write(bytes) || onward === undefined) return;
      onward.pause();
      call.once('drain', () => onward?.resume());
    };
    held.add(pass);
    after(ms, pass);
  };
  const start = (): void => {
    if (isOver) return;
    const source = open();
    onward = source;
    let last: StatusObject | undefined;
    let isDrained = false;
    const endWhenDrained = (): void => {
      if (last !== undefined && isDrained) {
        end({ ...last, metadata: onwardMetadata(last.metadata) });
      }
    };
    source.on('metadata', (headers) => call.sendMetadata(onwardMetadata(headers)));
    source.on('data', (bytes: Buffer) => {
      const parts = fault.hold?.(bytes) ?? [{ bytes, afterMs: 0 }];
      for (const part of parts) passLater(part.bytes, part.afterMs);
    });
    source.on('end', () => {
      isDrained = true;
      endWhenDrained();
    });
    source.on('status', (ending) => {
      last = ending;
      endWhenDrained();
    });
    // The status event says the same, with its trailers.
    source.on('error', () => undefined);
  };

  call.once('cancelled', () => {
    isOver = true;
    for (const timer of timers) clearTimeout(timer);
    onward?.cancel();
  });
  if (fault.resetAfterMs !== undefined) {
    after(fault.resetAfterMs, () => end(new WireStatus(status.UNAVAILABLE, 'reset on purpose')));
  }
  if (fault.refusedWith !== undefined) {
    end(new WireStatus(fault.refusedWith, 'refused on purpose'));
  } else {
    after(fault.delayMs ?? 0, start);
  }
}
