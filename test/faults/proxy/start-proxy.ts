import {
  Client,
  credentials,
  Server,
  ServerCredentials,
  type ServiceDefinition,
  type UntypedServiceImplementation,
} from '@grpc/grpc-js';
import type { FaultPlan } from './fault.ts';
import { forwardBidiStream, forwardServerStream } from './forward-stream.ts';
import { forwardUnary } from './forward-unary.ts';
import type { OpenStream, ProxyParts } from './proxy-parts.ts';
import { loadProtocol, type ProtocolName, type WireMethod } from './wire-protocol.ts';

const UNLIMITED = {
  'grpc.max_receive_message_length': -1,
  'grpc.max_send_message_length': -1,
};

/** A proxy that accepts calls. */
export interface WireProxy {
  /** `127.0.0.1:PORT`, for PUBSUB_EMULATOR_HOST or FIRESTORE_EMULATOR_HOST. */
  readonly address: string;
  /** What goes wrong from the next call on. */
  plan: FaultPlan;
  /** Calls that arrived so far, by method. */
  readonly calls: Readonly<Record<string, number>>;
  /** Ends every open stream with UNAVAILABLE; clients open new ones, under the plan of that moment. */
  resetStreams(): void;
  /** Ends all calls on both sides. */
  close(): Promise<void>;
}

/**
 * Stands between the real Google clients and a server at `target` (embedded, or one of Google's
 * emulators) and passes everything on, except for what its plan makes go wrong.
 * @param target `HOST:PORT` of a server without TLS.
 */
export async function startProxy(
  protocol: ProtocolName,
  target: string,
  plan: FaultPlan = {},
): Promise<WireProxy> {
  const clients = new Map<string, Client>();
  // One connection onward per connection that comes in: a server counts streams per connection.
  const clientFor = (peer: string): Client => {
    const known = clients.get(peer);
    if (known !== undefined) return known;
    const client = new Client(target, credentials.createInsecure(), {
      ...UNLIMITED,
      'grpc.use_local_subchannel_pool': 1,
    });
    clients.set(peer, client);
    return client;
  };
  const calls: Record<string, number> = {};
  const proxy = { plan };
  const open = new Set<OpenStream>();
  const parts: ProxyParts = {
    plan: () => proxy.plan,
    arrived: (method) => {
      calls[method] = (calls[method] ?? 0) + 1;
    },
    clientFor,
    open,
  };

  const server = new Server(UNLIMITED);
  const methods = loadProtocol(protocol);
  const service: ServiceDefinition = Object.fromEntries(
    methods.map(({ wire }) => [wire.path, wire]),
  );
  const handlers: UntypedServiceImplementation = Object.fromEntries(
    methods.map((method) => [method.wire.path, handlerOf(method)(method, parts)]),
  );
  server.addService(service, handlers);
  const port = await new Promise<number>((resolve, reject) => {
    server.bindAsync('127.0.0.1:0', ServerCredentials.createInsecure(), (error, bound) => {
      if (error === null) resolve(bound);
      else reject(error);
    });
  });
  return Object.assign(proxy, {
    address: `127.0.0.1:${port}`,
    calls,
    resetStreams: () => {
      for (const stream of [...open]) stream.reset();
    },
    close: (): Promise<void> => {
      server.forceShutdown();
      for (const client of clients.values()) client.close();
      return Promise.resolve();
    },
  });
}

function handlerOf({ wire }: WireMethod) {
  if (wire.requestStream) return forwardBidiStream;
  return wire.responseStream ? forwardServerStream : forwardUnary;
}
