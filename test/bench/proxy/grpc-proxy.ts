import { setTimeout as wait } from 'node:timers/promises';
import {
  Client,
  credentials,
  Server,
  ServerCredentials,
  status,
  type MethodDefinition,
  type ServerDuplexStream,
  type ServiceDefinition,
  type StatusObject,
} from '@grpc/grpc-js';
import { preciseNow } from '../research/instant-research.ts';

/** One call that goes through the proxy; instants are milliseconds since the epoch. */
export interface ProxiedCall {
  /** `Commit`, `Publish`, ... */
  readonly method: string;
  readonly startedAt: number;
  /** Set once the answer is complete. */
  endedAt: number | undefined;
  /** gRPC status, set with `endedAt`. */
  code: number | undefined;
}

/** What looks at the traffic; all functions are called with decoded messages. */
export interface ProxyTap {
  request(call: ProxiedCall, message: object): void;
  /** `at`: when the message was handed to the client. */
  response(call: ProxiedCall, message: object, at: number): void;
}

/** How long messages are held on their way, in milliseconds; asked for each message. */
export interface ProxyDelays {
  request(method: string): number;
  response(method: string): number;
}

export interface GrpcProxyOptions {
  /** host:port of the real server. */
  readonly target: string;
  readonly services: readonly ServiceDefinition[];
  readonly tap?: ProxyTap;
  readonly delays?: ProxyDelays;
}

type Method = MethodDefinition<object, object>;
type Stream = ServerDuplexStream<Buffer, Buffer>;
const bytes = (buffer: Buffer): Buffer => buffer;
const UNLIMITED = {
  'grpc.max_receive_message_length': -1,
  'grpc.max_send_message_length': -1,
};

/**
 * Stands before a gRPC server and passes every message on as the bytes it came in, so the server is
 * the one that ships and nothing in it counts or waits. Every method is served as a stream in both
 * directions: on the wire a single call is a stream of one message.
 */
export class GrpcProxy {
  readonly #server = new Server(UNLIMITED);
  readonly #client: Client;
  readonly #options: GrpcProxyOptions;
  #address = '';

  private constructor(options: GrpcProxyOptions) {
    this.#options = options;
    this.#client = new Client(options.target, credentials.createInsecure(), UNLIMITED);
    for (const service of options.services) this.#serve(service);
  }

  static async start(options: GrpcProxyOptions): Promise<GrpcProxy> {
    const proxy = new GrpcProxy(options);
    const insecure = ServerCredentials.createInsecure();
    const port = await new Promise<number>((resolve, reject) =>
      proxy.#server.bindAsync('127.0.0.1:0', insecure, (error, bound) =>
        error === null ? resolve(bound) : reject(error),
      ),
    );
    proxy.#address = `127.0.0.1:${port}`;
    return proxy;
  }

  /** host:port, in place of the target's. */
  get address(): string {
    return this.#address;
  }

  close(): void {
    this.#server.forceShutdown();
    this.#client.close();
  }

  #serve(service: ServiceDefinition): void {
    const definitions: Record<string, MethodDefinition<Buffer, Buffer>> = {};
    const handlers: Record<string, (stream: Stream) => void> = {};
    // The messages of a definition read from a file have no types.
    for (const [name, method] of Object.entries<Method>(service)) {
      definitions[name] = {
        path: method.path,
        requestStream: true,
        responseStream: true,
        requestSerialize: bytes,
        requestDeserialize: bytes,
        responseSerialize: bytes,
        responseDeserialize: bytes,
      };
      handlers[name] = (stream) => this.#forward(name, method, stream);
    }
    this.#server.addService(definitions, handlers);
  }

  #forward(name: string, method: Method, stream: Stream): void {
    const { tap, delays } = this.#options;
    const call: ProxiedCall = {
      method: name,
      startedAt: preciseNow(),
      endedAt: undefined,
      code: undefined,
    };
    const up = this.#client.makeBidiStreamRequest(method.path, bytes, bytes, stream.metadata, {
      deadline: stream.getDeadline(),
    });
    const there = inOrder(() => delays?.request(name) ?? 0);
    const back = inOrder(() => delays?.response(name) ?? 0);
    stream.on('data', (message: Buffer) => {
      tap?.request(call, method.requestDeserialize(message));
      there(() => up.write(message));
    });
    stream.on('end', () => there(() => up.end()));
    stream.on('error', () => up.cancel());
    stream.on('cancelled', () => up.cancel());
    up.on('metadata', (metadata) => back(() => stream.sendMetadata(metadata)));
    up.on('data', (message: Buffer) =>
      back(() => {
        stream.write(message);
        tap?.response(call, method.responseDeserialize(message), preciseNow());
      }),
    );
    // The status that follows says the same, with its trailers.
    up.on('error', () => undefined);
    up.on('status', (answer: StatusObject) =>
      back(() => {
        call.endedAt = preciseNow();
        call.code = answer.code;
        if (answer.code === status.OK) stream.end(answer.metadata);
        else stream.emit('error', answer);
      }),
    );
  }
}

/** Holds each step for the time that holds then, yet never lets one overtake another. */
function inOrder(delayMs: () => number): (step: () => void) => void {
  let held: Promise<void> = Promise.resolve();
  let waiting = 0;
  return (step) => {
    const ms = delayMs();
    if (ms <= 0 && waiting === 0) return step();
    waiting += 1;
    const before = held;
    held = Promise.all([before, wait(ms)]).then(() => {
      waiting -= 1;
      step();
    });
  };
}
