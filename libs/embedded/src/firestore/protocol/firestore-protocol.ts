import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { ServiceDefinition } from '@grpc/grpc-js';
import { fromJSON } from '@grpc/proto-loader';
import protobuf from 'protobufjs';

const SERVICE = 'google.firestore.v1.Firestore';

/** Requests that write; the size limit of Firestore is on their bytes. */
const MEASURED_METHODS = ['Commit', 'BatchWrite'];

const CONVERSION = {
  longs: String,
  enums: String,
  bytes: Buffer,
  defaults: false,
  oneofs: false,
} as const;

/** The wire format of Firestore: the gRPC service and the message type that documents are stored in. */
export interface FirestoreProtocol {
  readonly service: ServiceDefinition;
  readonly documentType: protobuf.Type;
}

/**
 * Reads the protocol from the description that ships inside the installed client, so that server
 * and client can never disagree. The client's exports map hides the file, hence the path.
 * @throws Error when the installed client has no readable description where 9.4.1 keeps it.
 */
export function loadFirestoreProtocol(): FirestoreProtocol {
  const entry = createRequire(import.meta.url).resolve('@google-cloud/firestore');
  const file = join(dirname(entry), '..', 'protos', 'v1.json');
  const description: unknown = JSON.parse(readFileSync(file, 'utf8'));
  if (!isNamespace(description)) throw new Error(`${file} is not a protobuf description`);
  return {
    service: measured(serviceOf(description)),
    documentType: protobuf.Root.fromJSON(description).lookupType('google.firestore.v1.Document'),
  };
}

function serviceOf(description: protobuf.INamespace): ServiceDefinition {
  const definition = fromJSON(description, CONVERSION)[SERVICE];
  if (definition === undefined || typeof definition.format === 'string') {
    throw new Error(`the installed @google-cloud/firestore does not describe ${SERVICE}`);
  }
  return { ...definition };
}

function measured(service: ServiceDefinition): ServiceDefinition {
  const entries = Object.entries(service).map(([name, method]) => {
    if (!MEASURED_METHODS.includes(name)) return [name, method] as const;
    const requestDeserialize = (bytes: Buffer): unknown => {
      const request: unknown = method.requestDeserialize(bytes);
      return Object.assign(Object(request), { wireBytes: bytes.length });
    };
    return [name, { ...method, requestDeserialize }] as const;
  });
  return Object.fromEntries(entries);
}

function isNamespace(value: unknown): value is protobuf.INamespace {
  return typeof value === 'object' && value !== null && 'nested' in value;
}
