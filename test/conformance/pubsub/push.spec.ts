import { OAuth2Client } from 'google-auth-library';
import { startPushEndpoint } from './push-endpoint.ts';
import {
  cleanUp,
  aTopic,
  aTopicWithDeadLetters,
  startPubSubUnderTest,
  until,
  type PubSubUnderTest,
} from './pubsub-under-test.ts';
import { Statistics } from './statistics.ts';

const EMAIL = 'push@conformance.iam.gserviceaccount.com';
const AUDIENCE = 'https://worker.example';

let pubsub: PubSubUnderTest;
beforeAll(async () => {
  pubsub = await startPubSubUnderTest();
});
afterAll(cleanUp);

const told = new Statistics(() => pubsub);

describe('push', () => {
  it("retries until 2xx, with a token that Google's own library accepts", async () => {
    const endpoint = await startPushEndpoint(503, 302, 204);
    const { topic, subscription } = await aTopic(pubsub.client, {
      pushConfig: {
        pushEndpoint: endpoint.url,
        oidcToken: { serviceAccountEmail: EMAIL, audience: AUDIENCE },
      },
    });
    const id = await topic.publishMessage({ data: Buffer.from('pushed'), attributes: { a: '1' } });
    await until('taken', () => endpoint.hits.length > 2);
    await told.until('acknowledged', subscription, ({ acknowledged }) => acknowledged === 1);
    expect(endpoint.hits).toHaveLength(3);
    told.expect(subscription, { backlog: 0, failedAttempts: 2 });

    const certs = `http://127.0.0.1:${pubsub.server.httpPort}/oauth2`;
    const verifier = new OAuth2Client({
      endpoints: {
        oauth2FederatedSignonPemCertsUrl: `${certs}/v1/certs`,
        oauth2FederatedSignonJwkCertsUrl: `${certs}/v3/certs`,
      },
    });
    for (const { headers, body } of endpoint.hits) {
      const idToken = headers.authorization?.replace('Bearer ', '') ?? '';
      const ticket = await verifier.verifyIdToken({ idToken, audience: AUDIENCE });
      const claims = ticket.getPayload();
      expect(claims).toMatchObject({ email: EMAIL, email_verified: true, aud: AUDIENCE });
      expect(claims?.exp).toBe((claims?.iat ?? 0) + 3600);
      expect(JSON.parse(body)).toMatchObject({
        message: {
          data: Buffer.from('pushed').toString('base64'),
          messageId: id,
          attributes: { a: '1' },
        },
        subscription: subscription.name,
      });
    }
    await expect(
      verifier.verifyIdToken({
        idToken: endpoint.hits[0]?.headers.authorization?.replace('Bearer ', '') ?? '',
        audience: 'https://somebody-else.example',
      }),
    ).rejects.toThrow('audience');
  });

  it('waits longer after each failure, counts attempts, and dead-letters', async () => {
    const endpoint = await startPushEndpoint(500);
    const { topic, subscription, deadLetters } = await aTopicWithDeadLetters(pubsub.client, {
      pushConfig: { pushEndpoint: endpoint.url },
    });
    await topic.publishMessage({ data: Buffer.from('bad') });
    await until('the last attempt', () => endpoint.hits.length > 4);
    await told.until('dead-lettered', deadLetters, ({ backlog }) => backlog === 1);
    const attempts = endpoint.hits.map(
      ({ body }) => JSON.parse(body) as { deliveryAttempt: number },
    );
    expect(attempts.map(({ deliveryAttempt }) => deliveryAttempt)).toEqual([1, 2, 3, 4, 5]);
    const waits = endpoint.hits.slice(1).map(({ atMs }, i) => atMs - (endpoint.hits[i]?.atMs ?? 0));
    for (const [i, least] of [100, 200, 400, 800].entries()) {
      expect(waits[i]).toBeGreaterThanOrEqual(least - 20);
    }
    told.expect(subscription, { backlog: 0, deadLettered: 1 });
  });

  it('sends the bare data with metadata in headers when asked to unwrap', async () => {
    const endpoint = await startPushEndpoint(204);
    const { topic, subscription } = await aTopic(pubsub.client, {
      pushConfig: { pushEndpoint: endpoint.url, noWrapper: { writeMetadata: true } },
    });
    const id = await topic.publishMessage({ data: Buffer.from('raw'), attributes: { a: '1' } });
    await until('taken', () => endpoint.hits.length > 0);
    await told.until('acknowledged', subscription, ({ acknowledged }) => acknowledged === 1);
    const [hit] = endpoint.hits;
    expect(hit?.body).toBe('raw');
    expect(hit?.headers).toMatchObject({
      a: '1',
      'x-goog-pubsub-message-id': id,
      'x-goog-pubsub-subscription-name': subscription.name,
    });
  });

  it('can be turned on and off for a subscription that has messages', async () => {
    const endpoint = await startPushEndpoint(204);
    const { topic, subscription } = await aTopic(pubsub.client);
    await topic.publishMessage({ data: Buffer.from('1') });
    await subscription.modifyPushConfig({ pushEndpoint: endpoint.url });
    await until('the waiting message is pushed', () => endpoint.hits.length === 1);
    await subscription.modifyPushConfig({});
    await topic.publishMessage({ data: Buffer.from('2') });
    await told.until('the next one stays', subscription, ({ backlog }) => backlog === 1);
    told.expect(subscription, { consumers: 0, acknowledged: 1 });
    expect(endpoint.hits).toHaveLength(1);
  });
});
