import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { MethodDefinition } from '@grpc/grpc-js';
import { fromJSON, type Options } from '@grpc/proto-loader';
import type { INamespace } from 'protobufjs';

/** One method of a protocol: how it goes over the wire, and how its messages are read and written. */
export interface WireMethod {
  /** As in `StreamingPull`. */
  readonly name: string;
  /** Takes and gives bytes: a message that no fault needs to see is never decoded. */
  readonly wire: MethodDefinition<Buffer, Buffer>;
  decodeRequest(bytes: Buffer): unknown;
  decodeAnswer(bytes: Buffer): unknown;
  encodeAnswer(answer: object): Buffer;
}

/** The protocols of the two servers that the services speak to. */
export type ProtocolName = 'pubsub' | 'firestore';

const SERVICES: Readonly<Record<ProtocolName, readonly string[]>> = {
  pubsub: ['google.pubsub.v1.Publisher', 'google.pubsub.v1.Subscriber'],
  firestore: ['google.firestore.v1.Firestore'],
};

const CONVERSION: Options = { longs: String, enums: String, bytes: Buffer };

/**
 * Reads a protocol from the description inside the installed client, as libs/embedded does, so that
 * client, proxy and server always speak the same one.
 * @throws Error when the installed client has no readable description.
 */
export function loadProtocol(protocol: ProtocolName): readonly WireMethod[] {
  const definitions = fromJSON(descriptionOf(protocol), CONVERSION);
  return SERVICES[protocol].flatMap((service) => {
    const definition = definitions[service];
    if (definition === undefined || 'format' in definition) {
      throw new Error(`the installed client does not describe ${service}: run npm ci`);
    }
    return Object.entries(definition).map(([name, method]) => ({
      name,
      wire: overBytes(method),
      decodeRequest: (bytes: Buffer): unknown => method.requestDeserialize(bytes),
      decodeAnswer: (bytes: Buffer): unknown => method.responseDeserialize(bytes),
      encodeAnswer: (answer: object) => method.responseSerialize(answer),
    }));
  });
}

function overBytes({
  path,
  requestStream,
  responseStream,
}: MethodDefinition<object, object>): MethodDefinition<Buffer, Buffer> {
  return {
    path,
    requestStream,
    responseStream,
    requestSerialize: unchanged,
    requestDeserialize: unchanged,
    responseSerialize: unchanged,
    responseDeserialize: unchanged,
  };
}

function unchanged(bytes: Buffer): Buffer {
  return bytes;
}

function descriptionOf(protocol: ProtocolName): INamespace {
  const require = createRequire(import.meta.url);
  // The exports map of the Firestore client hides the file, hence the path.
  const file =
    protocol === 'pubsub'
      ? require.resolve('@google-cloud/pubsub/build/protos/protos.json')
      : join(dirname(require.resolve('@google-cloud/firestore')), '..', 'protos', 'v1.json');
  const description: unknown = JSON.parse(readFileSync(file, 'utf8'));
  if (!isNamespace(description)) throw new Error(`${file} is not a protobuf description`);
  return description;
}

function isNamespace(value: unknown): value is INamespace {
  return typeof value === 'object' && value !== null && 'nested' in value;
}
