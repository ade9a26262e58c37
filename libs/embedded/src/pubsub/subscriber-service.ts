import type { UntypedServiceImplementation } from '@grpc/grpc-js';
import type { Broker } from './broker.ts';
import { staleAckIds } from './exactly-once-status.ts';
import { applyFieldMask } from './field-mask.ts';
import { pageOf } from './paging.ts';
import { pullHandler } from './pull.ts';
import { checkResourceName, randomName } from './resource-names.ts';
import { streamingPullHandler } from './streaming-pull.ts';
import { completeSubscription } from './subscription-config.ts';
import type { Subscription } from './subscription.ts';
import type { TimeSource } from './time-source.ts';
import type { UnaryFactory } from './unary-handler.ts';
import type { FieldMask, PageRequest, PushConfig, SubscriptionConfig } from './wire-types.ts';

/** Filter, ordering and topic are fixed at creation, as in Google's service. */
const MUTABLE_FIELDS: ReadonlySet<string> = new Set([
  'ackDeadlineSeconds',
  'deadLetterPolicy',
  'retryPolicy',
  'pushConfig',
  'labels',
  'expirationPolicy',
  'messageRetentionDuration',
  'retainAckedMessages',
  'enableExactlyOnceDelivery',
]);

interface AckRequest {
  readonly subscription: string;
  readonly ackIds: readonly string[];
}

/** The part of google.pubsub.v1.Subscriber that is about subscriptions and their messages. */
export function subscriberService(
  broker: Broker,
  time: TimeSource,
  unary: UnaryFactory,
): UntypedServiceImplementation {
  const named = (request: { subscription: string }) => broker.subscription(request.subscription);

  return {
    CreateSubscription: unary((request: SubscriptionConfig) => {
      const name = request.name || randomName(request.topic, 'subscriptions');
      checkResourceName(name, 'subscriptions');
      return answer(broker, broker.createSubscription(completeSubscription({ ...request, name })));
    }),

    GetSubscription: unary((request: { subscription: string }) => answer(broker, named(request))),

    UpdateSubscription: unary(
      (request: { subscription: SubscriptionConfig; updateMask: FieldMask | null }) => {
        const subscription = broker.subscription(request.subscription.name);
        const { subscription: update, updateMask } = request;
        const config = applyFieldMask(subscription.config, update, updateMask, MUTABLE_FIELDS);
        broker.updateSubscription(subscription, completeSubscription(config));
        return answer(broker, subscription);
      },
    ),

    ListSubscriptions: unary((request: PageRequest & { project: string }) => {
      const configs = broker.subscriptions().map((each) => answer(broker, each));
      const all = configs.filter(({ name }) => name.startsWith(`${request.project}/`));
      const { items, nextPageToken } = pageOf(all, request);
      return { subscriptions: items, nextPageToken };
    }),

    DeleteSubscription: unary((request: { subscription: string }) => {
      broker.deleteSubscription(named(request));
      return {};
    }),

    ModifyPushConfig: unary((request: { subscription: string; pushConfig: PushConfig | null }) => {
      const subscription = named(request);
      const { pushConfig } = request;
      const config = completeSubscription({ ...subscription.config, pushConfig });
      broker.updateSubscription(subscription, config);
      return {};
    }),

    Acknowledge: unary((request: AckRequest) => {
      const subscription = named(request);
      return answerStale(subscription, subscription.acknowledge(request.ackIds));
    }),

    ModifyAckDeadline: unary((request: AckRequest & { ackDeadlineSeconds: number }) => {
      const subscription = named(request);
      const { ackIds, ackDeadlineSeconds } = request;
      return answerStale(subscription, subscription.modifyAckDeadline(ackIds, ackDeadlineSeconds));
    }),

    Pull: pullHandler(broker, time),
    StreamingPull: streamingPullHandler(broker),
  };
}

/** The configuration, with what its topic keeps for it. */
function answer(broker: Broker, subscription: Subscription): SubscriptionConfig {
  const kept = broker.topicOf(subscription)?.messageRetentionDuration ?? null;
  return { ...subscription.config, topicMessageRetentionDuration: kept };
}

/** Only exactly-once subscriptions are told about stale ids; elsewhere they are normal. */
function answerStale({ config }: Subscription, stale: readonly string[]): object {
  if (config.enableExactlyOnceDelivery && stale.length > 0) throw staleAckIds(stale);
  return {};
}
