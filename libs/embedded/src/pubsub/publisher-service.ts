import type { UntypedServiceImplementation } from '@grpc/grpc-js';
import type { Broker } from './broker.ts';
import { applyFieldMask } from './field-mask.ts';
import { checkMessages } from './message-limits.ts';
import { pageOf } from './paging.ts';
import { checkResourceName } from './resource-names.ts';
import { completeTopic } from './topic-config.ts';
import type { UnaryFactory } from './unary-handler.ts';
import type { FieldMask, PageRequest, PublishedMessage, TopicConfig } from './wire-types.ts';

const MUTABLE_FIELDS: ReadonlySet<string> = new Set([
  'labels',
  'messageStoragePolicy',
  'kmsKeyName',
  'schemaSettings',
  'messageRetentionDuration',
  'ingestionDataSourceSettings',
  'messageTransforms',
]);

/** google.pubsub.v1.Publisher on a broker. */
export function publisherService(
  broker: Broker,
  unary: UnaryFactory,
): UntypedServiceImplementation {
  return {
    CreateTopic: unary((request: TopicConfig) => {
      checkResourceName(request.name, 'topics');
      const topic = completeTopic(request);
      broker.createTopic(topic);
      return topic;
    }),

    GetTopic: unary((request: { topic: string }) => broker.topic(request.topic)),

    UpdateTopic: unary((request: { topic: TopicConfig; updateMask: FieldMask | null }) => {
      const current = broker.topic(request.topic.name);
      const topic = applyFieldMask(current, request.topic, request.updateMask, MUTABLE_FIELDS);
      broker.saveTopic(completeTopic(topic));
      return broker.topic(topic.name);
    }),

    ListTopics: unary((request: PageRequest & { project: string }) => {
      const all = broker.topics().filter(({ name }) => name.startsWith(`${request.project}/`));
      const { items, nextPageToken } = pageOf(all, request);
      return { topics: items, nextPageToken };
    }),

    ListTopicSubscriptions: unary((request: PageRequest & { topic: string }) => {
      const { name: topic } = broker.topic(request.topic);
      const names = broker.subscribersOf(topic).map(({ name }) => name);
      const { items, nextPageToken } = pageOf(names, request);
      return { subscriptions: items, nextPageToken };
    }),

    ListTopicSnapshots: unary((request: PageRequest & { topic: string }) => {
      const { name: topic } = broker.topic(request.topic);
      const ofTopic = broker.snapshots.all().filter((snapshot) => snapshot.topic === topic);
      const { items, nextPageToken } = pageOf(
        ofTopic.map(({ name }) => name),
        request,
      );
      return { snapshots: items, nextPageToken };
    }),

    DeleteTopic: unary((request: { topic: string }) => {
      broker.deleteTopic(broker.topic(request.topic).name);
      return {};
    }),

    DetachSubscription: unary((request: { subscription: string }) => {
      broker.detachSubscription(broker.subscription(request.subscription));
      return {};
    }),

    Publish: unary((request: { topic: string; messages: readonly PublishedMessage[] }) => {
      const { name } = broker.topic(request.topic);
      checkMessages(request.messages);
      return { messageIds: broker.publish(name, request.messages) };
    }),
  };
}
