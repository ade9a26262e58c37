import {
  status,
  type ClientDuplexStream,
  type ClientReadableStream,
  type handleBidiStreamingCall,
  type handleServerStreamingCall,
  type ServerDuplexStream,
  type ServerWritableStream,
  type StatusObject,
} from '@grpc/grpc-js';
import { WireStatus, type HeldMessage, type StreamFault } from './fault.ts';
import { onwardMetadata } from './wire-metadata.ts';
import type { OpenStream, ProxyParts } from './proxy-parts.ts';
import type { WireMethod } from './wire-protocol.ts';

type ServerCall = ServerWritableStream<Buffer, Buffer> | ServerDuplexStream<Buffer, Buffer>;
type Onward = ClientReadableStream<Buffer> | ClientDuplexStream<Buffer, Buffer>;

/** Handles a method with one request and many answers. */
export function forwardServerStream(
  method: WireMethod,
  { plan, arrived, clientFor, open }: ProxyParts,
): handleServerStreamingCall<Buffer, Buffer> {
  return (call) => {
    arrived(method.name);
    const { path, requestSerialize, responseDeserialize } = method.wire;
    const seen = { method: method.name, request: method.decodeRequest(call.request) };
    const fault = plan().stream?.(seen) ?? {};
    const hold = (answer: Buffer) => plan().hold?.(method.name, answer);
    relay(call, { fault, hold, open }, () =>
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
  { plan, arrived, clientFor, open }: ProxyParts,
): handleBidiStreamingCall<Buffer, Buffer> {
  return (call) => {
    arrived(method.name);
    const { path, requestSerialize, responseDeserialize } = method.wire;
    const fault = plan().stream?.({ method: method.name, request: undefined }) ?? {};
    const hold = (answer: Buffer) => plan().hold?.(method.name, answer);
    relay(call, { fault, hold, open }, () => {
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

/** What a relayed stream suffers, and where it is listed while it is open. */
interface Circumstances {
  readonly fault: StreamFault;
  readonly hold: (answer: Buffer) => readonly HeldMessage[] | undefined;
  readonly open: Set<OpenStream>;
}

/** Passes answers, headers and the final status on; the status never overtakes an answer. */
function relay(
  call: ServerCall,
  { fault, hold, open: streams }: Circumstances,
  open: () => Onward,
): void {
  const timers = new Set<NodeJS.Timeout>();
  const held = new Set<() => void>();
  let isOver = false;
  let onward: Onward | undefined;

  const stop = (): void => {
    isOver = true;
    streams.delete(stream);
    for (const timer of timers) clearTimeout(timer);
    onward?.cancel();
  };
  const end = (ending: Pick<StatusObject, 'code' | 'details' | 'metadata'>): void => {
    if (isOver) return;
    for (const pass of [...held]) pass();
    stop();
    if (ending.code === status.OK) call.end(ending.metadata);
    else call.emit('error', new WireStatus(ending.code, ending.details, ending.metadata));
  };
  const stream: OpenStream = {
    reset: () => end(new WireStatus(status.UNAVAILABLE, 'reset on purpose')),
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
      const parts = hold(bytes) ?? [{ bytes, afterMs: 0 }];
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

  streams.add(stream);
  call.once('cancelled', stop);
  if (fault.resetAfterMs !== undefined) after(fault.resetAfterMs, stream.reset);
  if (fault.refusedWith !== undefined) {
    end(new WireStatus(fault.refusedWith, 'refused on purpose'));
  } else {
    after(fault.delayMs ?? 0, start);
  }
}
