import type { StoredMessage } from './delivery.ts';
import type { PushConfig } from './wire-types.ts';

/** The HTTP request that carries one message. */
export interface PushRequest {
  readonly headers: Record<string, string>;
  readonly body: string | Uint8Array<ArrayBuffer>;
}

/** What a push request says besides the message. */
export interface PushContext {
  readonly subscription: string;
  readonly config: PushConfig;
  /** Only with a dead-letter policy. */
  readonly attempt: number | undefined;
  /** The OIDC token, when the subscription asks for one. */
  readonly token: string | undefined;
}

/**
 * Builds the request in the wrapped or the unwrapped format.
 * https://cloud.google.com/pubsub/docs/push#receive_push and
 * https://cloud.google.com/pubsub/docs/payload-unwrapping
 */
export function pushRequestOf(message: StoredMessage, context: PushContext): PushRequest {
  const headers: Record<string, string> = {
    'user-agent': 'CloudPubSub-Google',
    from: 'noreply@google.com',
  };
  if (context.token !== undefined) headers['authorization'] = `Bearer ${context.token}`;
  const { noWrapper } = context.config;
  if (!noWrapper) {
    headers['content-type'] = 'application/json';
    return { headers, body: JSON.stringify(wrapped(message, context)) };
  }
  if (noWrapper.writeMetadata) Object.assign(headers, metadataHeaders(message, context));
  return { headers, body: new Uint8Array(message.data) };
}

function wrapped(message: StoredMessage, { subscription, attempt }: PushContext): object {
  const { id, data, attributes, orderingKey, publishedAtMs } = message;
  const publishTime = new Date(publishedAtMs).toISOString();
  return {
    // Google sends both spellings; receivers read either.
    message: {
      attributes,
      data: data.toString('base64'),
      messageId: id,
      message_id: id,
      ...(orderingKey === '' ? {} : { orderingKey }),
      publishTime,
      publish_time: publishTime,
    },
    subscription,
    ...(attempt === undefined ? {} : { deliveryAttempt: attempt }),
  };
}

function metadataHeaders(message: StoredMessage, context: PushContext): Record<string, string> {
  const { subscription, attempt } = context;
  const headers: Record<string, string> = {
    ...message.attributes,
    'x-goog-pubsub-subscription-name': subscription,
    'x-goog-pubsub-message-id': message.id,
    'x-goog-pubsub-publish-time': new Date(message.publishedAtMs).toISOString(),
  };
  if (message.orderingKey !== '') headers['x-goog-pubsub-ordering-key'] = message.orderingKey;
  if (attempt !== undefined) headers['x-goog-pubsub-delivery-attempt'] = String(attempt);
  return headers;
}
