import { setTimeout as wait } from 'node:timers/promises';
import { Metadata, status, type StatusObject } from '@grpc/grpc-js';

/** A call as a plan sees it before it is forwarded. */
export interface WireCall {
  /** As in `Commit`. */
  readonly method: string;
  /** The decoded request; undefined on a call whose client streams its requests. */
  readonly request: unknown;
}

/** How a server answered a unary call. */
export interface Answer {
  readonly bytes: Buffer;
  readonly headers: Metadata;
  readonly trailers: Metadata;
}

/** Sends the request to the server; each call of it is one more copy on the wire. @throws WireStatus */
export type Forward = () => Promise<Answer>;

/** What happens to a unary call instead of `forward()`. */
export type UnaryFault = (forward: Forward) => Promise<Answer>;

/** A message that is passed on `afterMs` later; 0 = at once. */
export interface HeldMessage {
  readonly bytes: Buffer;
  readonly afterMs: number;
}

/** What happens to a call whose answers are streamed. Everything absent stays as it is. */
export interface StreamFault {
  /** The server never hears of it; the client gets this code. */
  readonly refusedWith?: status;
  /** The server hears of it so much later. */
  readonly delayMs?: number;
  /** Ends with UNAVAILABLE after so long, whatever is under way. */
  readonly resetAfterMs?: number;
}

/** Chooses what goes wrong, call by call. Nothing does where a plan gives undefined. */
export interface FaultPlan {
  unary?(call: WireCall): UnaryFault | undefined;
  /** Asked once, when a call whose answers are streamed begins. */
  stream?(call: WireCall): StreamFault | undefined;
  /** Takes one answer of a stream apart; each part is passed on when its time has come. */
  hold?(method: string, answer: Buffer): readonly HeldMessage[] | undefined;
}

/** A gRPC status as an error: what the client gets to see. */
export class WireStatus extends Error implements StatusObject {
  override readonly name = 'WireStatus';

  constructor(
    readonly code: status,
    readonly details: string,
    readonly metadata = new Metadata(),
  ) {
    super(`${status[code]}: ${details}`);
  }
}

/** The server never hears of the call. */
export function refused(code: status): UnaryFault {
  return () => Promise.reject(new WireStatus(code, 'refused on purpose'));
}

/** The server does what it is asked, and the client is told something else. */
export function answerLost(code: status): UnaryFault {
  return async (forward) => {
    await forward();
    throw new WireStatus(code, 'the answer was lost on purpose');
  };
}

/** The request arrives later, also when its client has given up by then. */
export function delayed(ms: number): UnaryFault {
  return async (forward) => {
    await wait(ms);
    return forward();
  };
}

/** The server does it at once, and the answer takes long. */
export function answeredLate(ms: number): UnaryFault {
  return async (forward) => {
    const answer = await forward();
    await wait(ms);
    return answer;
  };
}

/** OK, but the server never hears of it. Only for calls whose answer is empty. */
export function swallowed(): UnaryFault {
  return () =>
    Promise.resolve({ bytes: Buffer.alloc(0), headers: new Metadata(), trailers: new Metadata() });
}

/** Further copies of the request arrive so many milliseconds after the first. */
export function repeated(afterMs: readonly number[]): UnaryFault {
  return async (forward) => {
    for (const ms of afterMs) void wait(ms, undefined, { ref: false }).then(forward).catch(ignored);
    return forward();
  };
}

/** A copy that does not arrive is no copy; nobody waits for it. */
function ignored(): void {
  return undefined;
}
