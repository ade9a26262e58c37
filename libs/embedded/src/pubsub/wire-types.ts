/**
 * The fields of google.pubsub.v1 this server looks at, in the shape proto-loader gives them:
 * strings, lists and maps are always there, an absent message is null (see protos.ts).
 * https://cloud.google.com/pubsub/docs/reference/rpc/google.pubsub.v1
 */
export interface Duration {
  readonly seconds: string;
  readonly nanos: number;
}

/** A point in time, UTC. */
export type Timestamp = Duration;

/** What a publisher sends. */
export interface PublishedMessage {
  readonly data: Buffer;
  readonly attributes: Readonly<Record<string, string>>;
  readonly orderingKey: string;
}

/** A topic; fields not named here are kept and echoed. */
export interface TopicConfig {
  readonly name: string;
  readonly state: string;
  readonly labels: Readonly<Record<string, string>>;
  /** How long the topic itself keeps messages, for any of its subscriptions to seek back to. */
  readonly messageRetentionDuration: Duration | null;
  readonly schemaSettings?: object | null;
  readonly ingestionDataSourceSettings?: object | null;
  readonly messageTransforms?: readonly object[];
}

/** The state of a subscription at one moment; fields not named here are kept and echoed. */
export interface SnapshotConfig {
  readonly name: string;
  readonly topic: string;
  readonly expireTime: Timestamp;
  readonly labels: Readonly<Record<string, string>>;
}

/** After how many failed attempts a message moves where. */
export interface DeadLetterPolicy {
  readonly deadLetterTopic: string;
  readonly maxDeliveryAttempts: number;
}

/** How long a failed message waits; an absent bound takes the service's default. */
export interface RetryPolicy {
  readonly minimumBackoff: Duration | null;
  readonly maximumBackoff: Duration | null;
}

/** Where and how messages are pushed; an empty endpoint means pull. */
export interface PushConfig {
  readonly pushEndpoint: string;
  readonly oidcToken?: { readonly serviceAccountEmail: string; readonly audience: string };
  readonly noWrapper?: { readonly writeMetadata: boolean };
}

/** A subscription; fields not named here are kept and echoed. */
export interface SubscriptionConfig {
  readonly name: string;
  readonly topic: string;
  readonly state: string;
  readonly detached: boolean;
  readonly filter: string;
  readonly ackDeadlineSeconds: number;
  readonly enableMessageOrdering: boolean;
  readonly enableExactlyOnceDelivery: boolean;
  readonly pushConfig: PushConfig | null;
  readonly deadLetterPolicy: DeadLetterPolicy | null;
  readonly retryPolicy: RetryPolicy | null;
  readonly messageRetentionDuration: Duration | null;
  readonly retainAckedMessages: boolean;
  /** Only in answers: what the topic keeps by itself. */
  readonly topicMessageRetentionDuration?: Duration | null;
  readonly bigqueryConfig?: object | null;
  readonly cloudStorageConfig?: object | null;
  readonly bigtableConfig?: object | null;
  readonly messageTransforms?: readonly object[];
  readonly expirationPolicy: { readonly ttl: Duration | null } | null;
}

/** Which fields an update changes, in snake_case or camelCase; sub-fields change the whole field. */
export interface FieldMask {
  readonly paths: readonly string[];
}

/** One page of a listing; an empty token asks for the first page. */
export interface PageRequest {
  readonly pageSize: number;
  readonly pageToken: string;
}

/** A message on its way to a subscriber. */
export interface ReceivedMessage {
  readonly ackId: string;
  readonly message: {
    readonly data: Buffer;
    readonly attributes: Readonly<Record<string, string>>;
    readonly messageId: string;
    readonly publishTime: Timestamp;
    readonly orderingKey: string;
  };
  readonly deliveryAttempt: number;
}

/** What a client sends on a streaming pull: first the subscription and limits, later acks or keep-alives. */
export interface StreamingPullRequest {
  readonly subscription: string;
  readonly ackIds: readonly string[];
  readonly modifyDeadlineSeconds: readonly number[];
  readonly modifyDeadlineAckIds: readonly string[];
  readonly streamAckDeadlineSeconds: number;
  readonly maxOutstandingMessages: string;
  readonly maxOutstandingBytes: string;
  readonly protocolVersion: string;
}

/** What the server sends on a streaming pull. */
export interface StreamingPullResponse {
  readonly receivedMessages: readonly ReceivedMessage[];
  readonly subscriptionProperties?: {
    readonly exactlyOnceDeliveryEnabled: boolean;
    readonly messageOrderingEnabled: boolean;
  };
}
