import { createRequire } from 'node:module';
import type { ServiceDefinition } from '@grpc/grpc-js';
import { fromJSON, type MethodDefinition } from '@grpc/proto-loader';
import type { INamespace } from 'protobufjs';
import type { SnapshotConfig, SubscriptionConfig, TopicConfig } from './wire-types.ts';

/**
 * The service definitions come from the installed client, so server and client can never disagree
 * about the protocol and no .proto file is copied into this repository.
 */
const descriptor: unknown = createRequire(import.meta.url)(
  '@google-cloud/pubsub/build/protos/protos.json',
);
if (!isNamespace(descriptor)) {
  throw new Error('The installed @google-cloud/pubsub has no readable protos. Run npm ci.');
}
const definitions = fromJSON(descriptor, { longs: String, enums: String, defaults: true });

type Methods = Readonly<Record<string, MethodDefinition<object, object>>>;

function methodsOf(service: string): Methods {
  const definition = definitions[`google.pubsub.v1.${service}`];
  if (definition === undefined || 'format' in definition) {
    throw new Error(`The installed @google-cloud/pubsub has no service ${service}. Run npm ci.`);
  }
  return definition;
}

function method(methods: Methods, name: string): MethodDefinition<object, object> {
  const found = methods[name];
  if (found === undefined) {
    throw new Error(`The installed @google-cloud/pubsub has no method ${name}. Run npm ci.`);
  }
  return found;
}

const publisherMethods = methodsOf('Publisher');
const subscriberMethods = methodsOf('Subscriber');

/** google.pubsub.v1.Publisher, for grpc.Server#addService. */
export const publisherDefinition: ServiceDefinition = publisherMethods;
/** google.pubsub.v1.Subscriber, for grpc.Server#addService. */
export const subscriberDefinition: ServiceDefinition = subscriberMethods;

/** Turns a resource into its protobuf bytes and back; decoding rejects bytes of another shape. */
export interface Codec<Resource> {
  encode(resource: Resource): Buffer;
  decode(bytes: Buffer): Resource;
}

// The request of CreateTopic and CreateSubscription *is* the resource, so the generated request
// codecs also serve for storage. The schema guarantees the shape that the type names.
const createTopic = method(publisherMethods, 'CreateTopic');
const createSubscription = method(subscriberMethods, 'CreateSubscription');
// A snapshot is only ever an answer.
const getSnapshot = method(subscriberMethods, 'GetSnapshot');

/** How topics are stored. */
export const topicCodec: Codec<TopicConfig> = {
  encode: (topic) => createTopic.requestSerialize(topic),
  decode: (bytes) => createTopic.requestDeserialize(bytes) as TopicConfig,
};

/** How subscriptions are stored. */
export const subscriptionCodec: Codec<SubscriptionConfig> = {
  encode: (subscription) => createSubscription.requestSerialize(subscription),
  decode: (bytes) => createSubscription.requestDeserialize(bytes) as SubscriptionConfig,
};

/** How snapshots are stored. */
export const snapshotCodec: Codec<SnapshotConfig> = {
  encode: (snapshot) => getSnapshot.responseSerialize(snapshot),
  decode: (bytes) => getSnapshot.responseDeserialize(bytes) as SnapshotConfig,
};

function isNamespace(value: unknown): value is INamespace {
  return typeof value === 'object' && value !== null && 'nested' in value;
}
