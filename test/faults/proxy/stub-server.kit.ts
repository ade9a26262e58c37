import {
  Client,
  credentials,
  Metadata,
  Server,
  ServerCredentials,
  type ClientDuplexStream,
  type ClientReadableStream,
  type MethodDefinition,
  type ServerDuplexStream,
  type ServerUnaryCall,
  type ServerWritableStream,
  type sendUnaryData,
  type StatusObject,
} from '@grpc/grpc-js';
import { WireStatus, type FaultPlan } from './fault.ts';
import { startProxy, type WireProxy } from './start-proxy.ts';
import { loadProtocol } from './wire-protocol.ts';

/** What the server does; a test replaces what it looks at. */
export interface StubHandlers {
  commit(call: ServerUnaryCall<Buffer, Buffer>, answer: sendUnaryData<Buffer>): void;
  read(call: ServerWritableStream<Buffer, Buffer>): void;
  listen(call: ServerDuplexStream<Buffer, Buffer>): void;
}

/** A request in which a text stands in the field that names the database. */
export const request = (text: string): Buffer =>
  Buffer.concat([Buffer.from([0x0a, Buffer.byteLength(text)]), Buffer.from(text)]);

/** A server of ours behind the proxy, and a bare client before it: three methods, one of each form. */
export async function startStub(plan: FaultPlan = {}) {
  const handlers: StubHandlers = {
    commit: (call, answer) => answer(null, call.request),
    read: (call) => call.end(),
    listen: (call) => call.end(),
  };
  const commit = methodOf('Commit');
  const read = methodOf('BatchGetDocuments');
  const listen = methodOf('Listen');
  const server = new Server();
  server.addService(
    { commit, read, listen },
    {
      commit: (call: ServerUnaryCall<Buffer, Buffer>, answer: sendUnaryData<Buffer>) =>
        handlers.commit(call, answer),
      read: (call: ServerWritableStream<Buffer, Buffer>) => handlers.read(call),
      listen: (call: ServerDuplexStream<Buffer, Buffer>) => handlers.listen(call),
    },
  );
  const port = await new Promise<number>((resolve, reject) => {
    server.bindAsync('127.0.0.1:0', ServerCredentials.createInsecure(), (error, bound) => {
      if (error === null) resolve(bound);
      else reject(error);
    });
  });
  const proxy = await startProxy('firestore', `127.0.0.1:${port}`, plan);
  const client = new Client(proxy.address, credentials.createInsecure());
  return {
    handlers,
    proxy,
    commit: (bytes: Buffer, options: CallOptions = {}) => unaryCall(client, commit, bytes, options),
    read: (bytes: Buffer, { metadata = new Metadata() }: CallOptions = {}) =>
      client.makeServerStreamRequest(
        read.path,
        read.requestSerialize,
        read.responseDeserialize,
        bytes,
        metadata,
      ),
    listen: () =>
      client.makeBidiStreamRequest(
        listen.path,
        listen.requestSerialize,
        listen.responseDeserialize,
      ),
    async close(): Promise<void> {
      client.close();
      await proxy.close();
      server.forceShutdown();
    },
  };
}

export type Stub = Omit<Awaited<ReturnType<typeof startStub>>, 'proxy'> & { proxy: WireProxy };

interface CallOptions {
  readonly metadata?: Metadata;
  readonly deadlineMs?: number;
  readonly signal?: AbortSignal;
}

function methodOf(wanted: string): MethodDefinition<Buffer, Buffer> {
  const found = loadProtocol('firestore').find(({ name }) => name === wanted);
  if (found === undefined) throw new Error(`the installed client has no ${wanted}`);
  return found.wire;
}

function unaryCall(
  client: Client,
  { path, requestSerialize, responseDeserialize }: MethodDefinition<Buffer, Buffer>,
  bytes: Buffer,
  { metadata = new Metadata(), deadlineMs, signal }: CallOptions,
): Promise<{ bytes: Buffer; headers: Metadata; trailers: Metadata }> {
  return new Promise((resolve, reject) => {
    let headers = new Metadata();
    let answer: Buffer = Buffer.alloc(0);
    const call = client.makeUnaryRequest(
      path,
      requestSerialize,
      responseDeserialize,
      bytes,
      metadata,
      deadlineMs === undefined ? {} : { deadline: Date.now() + deadlineMs },
      (error, received) => {
        if (error !== null) reject(new WireStatus(error.code, error.details, error.metadata));
        else answer = received ?? answer;
      },
    );
    call.on('metadata', (received) => (headers = received));
    call.on('status', ({ metadata: trailers }) => resolve({ bytes: answer, headers, trailers }));
    signal?.addEventListener('abort', () => call.cancel());
  });
}

/** Everything that came on a stream, and how it ended. */
export function received(
  stream: ClientReadableStream<Buffer> | ClientDuplexStream<Buffer, Buffer>,
): Promise<{ texts: string[]; headers: Metadata; status: StatusObject }> {
  return new Promise((resolve) => {
    const texts: string[] = [];
    let headers = new Metadata();
    stream.on('metadata', (first) => (headers = first));
    stream.on('data', (bytes: Buffer) => texts.push(bytes.toString()));
    // The status says the same.
    stream.on('error', () => undefined);
    stream.on('status', (status) => resolve({ texts, headers, status }));
  });
}
