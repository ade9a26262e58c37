import type { Client } from '@grpc/grpc-js';
import type { FaultPlan } from './fault.ts';

/** A stream between a client and its server. */
export interface OpenStream {
  /** Ends it with UNAVAILABLE, whatever is under way. */
  readonly reset: () => void;
}

/** What the handlers of one proxy share. */
export interface ProxyParts {
  /** What goes wrong now. */
  readonly plan: () => FaultPlan;
  /** Counts a call. */
  readonly arrived: (method: string) => void;
  /** The way onward for whoever calls from `peer`. */
  readonly clientFor: (peer: string) => Client;
  /** Streams that are open. */
  readonly open: Set<OpenStream>;
}
