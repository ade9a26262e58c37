import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { ServiceDefinition } from '@grpc/grpc-js';
import { fromJSON } from '@grpc/proto-loader';
import type { INamespace } from 'protobufjs';

const require = createRequire(import.meta.url);
const CONVERSION = { longs: String, enums: String, defaults: false, oneofs: false } as const;

/** The services that Dossier calls, described by the protocol files of the installed clients. */
export function googleServices(): { firestore: ServiceDefinition[]; pubsub: ServiceDefinition[] } {
  // The clients' exports map hides these files, hence the paths.
  const firestore = fileBeside('@google-cloud/firestore', '../protos/v1.json');
  const pubsub = fileBeside('@google-cloud/pubsub', '../protos/protos.json');
  return {
    firestore: servicesIn(firestore, ['google.firestore.v1.Firestore']),
    pubsub: servicesIn(pubsub, ['google.pubsub.v1.Publisher', 'google.pubsub.v1.Subscriber']),
  };
}

function fileBeside(client: string, path: string): string {
  return join(dirname(require.resolve(client)), path);
}

function servicesIn(file: string, names: readonly string[]): ServiceDefinition[] {
  const definitions = fromJSON(JSON.parse(readFileSync(file, 'utf8')) as INamespace, CONVERSION);
  return names.map((name) => {
    const found = definitions[name];
    if (found === undefined || typeof found.format === 'string') {
      throw new Error(`${file} describes no service ${name}: run npm ci`);
    }
    return found;
  });
}
