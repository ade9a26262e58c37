import { randomUUID } from 'node:crypto';
import type { protos } from '@google-cloud/pubsub';
import {
  cleanUp,
  rawClientsOf,
  startPubSubUnderTest,
  type PubSubUnderTest,
} from './pubsub-under-test.ts';

type PubsubMessage = protos.google.pubsub.v1.IPubsubMessage;
type SubscriptionRequest = protos.google.pubsub.v1.ISubscription;

const INVALID_ARGUMENT = 3;
const NOT_FOUND = 5;
const ALREADY_EXISTS = 6;
const FAILED_PRECONDITION = 9;
const UNIMPLEMENTED = 12;

const project = 'projects/conformance';
const topic = `${project}/topics/limits`;
const deadTopic = `${project}/topics/limits-dead`;
const newName = () => `${project}/subscriptions/s-${randomUUID()}`;
const seconds = (value: number) => ({ seconds: value });
// Refusals must be seen as they are, not after the client's retries.
const once = { timeout: 8000, retry: null };

let pubsub: PubSubUnderTest;
let clients: ReturnType<typeof rawClientsOf>;
beforeAll(async () => {
  pubsub = await startPubSubUnderTest();
  clients = rawClientsOf(pubsub.server);
  await clients.publisher.createTopic({ name: topic });
  await clients.publisher.createTopic({ name: deadTopic });
});
afterAll(cleanUp);

const publish = async (...messages: PubsubMessage[]) =>
  (await clients.publisher.publish({ topic, messages }, once))[0].messageIds ?? [];
const subscribe = async (changes: SubscriptionRequest = {}) =>
  (await clients.subscriber.createSubscription({ name: newName(), topic, ...changes }, once))[0];
const newSubscription = async (changes?: SubscriptionRequest): Promise<string> => {
  const name = newName();
  await subscribe({ name, ...changes });
  return name;
};
const x = Buffer.from('x');
const attributes = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, i) => [`k${i}`, 'v']));

describe('publish', () => {
  it.each<[string, PubsubMessage[]]>([
    ['an empty message', [{}]],
    ['a key of 300 bytes', [{ data: x, attributes: { ['k'.repeat(300)]: 'v' } }]],
    ['a value of 2000 bytes', [{ data: x, attributes: { k: 'v'.repeat(2000) } }]],
    ['101 attributes', [{ data: x, attributes: attributes(101) }]],
    ['a goog key', [{ data: x, attributes: { googfoo: 'v' } }]],
    ['1001 messages', Array.from({ length: 1001 }, () => ({ data: x }))],
    ['11 MB', [{ data: Buffer.alloc(11_000_000) }]],
  ])('refuses %s', async (_, messages) => {
    await expect(publish(...messages)).rejects.toMatchObject({ code: INVALID_ARGUMENT });
  });

  it('takes 9.9 MB and mixed ordering keys', async () => {
    expect(await publish({ data: Buffer.alloc(9_900_000) })).toHaveLength(1);
    const mixed = [
      { data: x, orderingKey: 'a' },
      { data: x, orderingKey: 'b' },
    ];
    expect(await publish(...mixed)).toHaveLength(2);
  });

  it('refuses a topic that does not exist', async () => {
    const request = { topic: `${project}/topics/nowhere`, messages: [{ data: x }] };
    await expect(clients.publisher.publish(request, once)).rejects.toMatchObject({
      code: NOT_FOUND,
      details: 'Resource not found (resource=nowhere).',
    });
  });
});

describe('topics', () => {
  it('exist once and have a valid name', async () => {
    const create = (name: string) => clients.publisher.createTopic({ name }, once);
    await expect(create(topic)).rejects.toMatchObject({ code: ALREADY_EXISTS });
    for (const id of ['googx', 'a', '9lives', 'a b']) {
      const refused = expect(create(`${project}/topics/${id}`)).rejects;
      await refused.toMatchObject({ code: INVALID_ARGUMENT });
    }
  });

  it('can change labels and retention but not their name', async () => {
    const update = (changes: object, path: string) =>
      clients.publisher.updateTopic(
        { topic: { name: topic, ...changes }, updateMask: { paths: [path] } },
        once,
      );
    const [labelled] = await update({ labels: { team: 'a' } }, 'labels');
    expect(labelled.labels).toEqual({ team: 'a' });
    const retention = { messageRetentionDuration: seconds(86_400) };
    const [retained] = await update(retention, 'message_retention_duration');
    expect(retained).toMatchObject({
      labels: { team: 'a' },
      messageRetentionDuration: { seconds: '86400' },
    });
    await expect(update({}, 'name')).rejects.toMatchObject({ code: INVALID_ARGUMENT });
    for (const out of [599, 31 * 86_400 + 1]) {
      const refused = update(
        { messageRetentionDuration: seconds(out) },
        'message_retention_duration',
      );
      await expect(refused).rejects.toMatchObject({ code: INVALID_ARGUMENT });
    }
    await update({}, 'message_retention_duration');
  });

  it('say that the embedded server has no schemas and no ingestion', async () => {
    const create = (changes: object) =>
      clients.publisher.createTopic({ name: `${project}/topics/unsupported`, ...changes }, once);
    for (const changes of [
      { schemaSettings: { schema: `${project}/schemas/s`, encoding: 'JSON' as const } },
      { ingestionDataSourceSettings: { awsKinesis: { streamArn: 'a' } } },
    ]) {
      await expect(create(changes)).rejects.toMatchObject({ code: UNIMPLEMENTED });
    }
  });

  it('leave their subscriptions behind when deleted, and are listed page by page', async () => {
    const names = ['a', 'b', 'c'].map((id) => `projects/paged/topics/page-${id}`);
    for (const name of names) await clients.publisher.createTopic({ name });
    const [page, , response] = await clients.publisher.listTopics(
      { project: 'projects/paged', pageSize: 2 },
      { autoPaginate: false },
    );
    expect(page.map(({ name }) => name)).toEqual(names.slice(0, 2));
    expect(response?.nextPageToken).toBe('2');
    const [all] = await clients.publisher.listTopics({ project: 'projects/paged' });
    expect(all.map(({ name }) => name)).toEqual(names);

    const [doomed = ''] = names;
    const name = await newSubscription({ topic: doomed });
    const [subscribers] = await clients.publisher.listTopicSubscriptions({ topic: doomed });
    expect(subscribers).toEqual([name]);
    await clients.publisher.deleteTopic({ topic: doomed });
    const [orphan] = await clients.subscriber.getSubscription({ subscription: name });
    expect(orphan.topic).toBe('_deleted-topic_');
    await clients.publisher.createTopic({ name: doomed });
    expect((await clients.publisher.listTopicSubscriptions({ topic: doomed }))[0]).toEqual([]);
  });
});

describe('subscriptions', () => {
  it.each<[string, SubscriptionRequest, number]>([
    ['an ack deadline of 5 s', { ackDeadlineSeconds: 5 }, INVALID_ARGUMENT],
    [
      '4 attempts',
      { deadLetterPolicy: { deadLetterTopic: deadTopic, maxDeliveryAttempts: 4 } },
      INVALID_ARGUMENT,
    ],
    [
      'a missing dead-letter topic',
      { deadLetterPolicy: { deadLetterTopic: `${topic}-no` } },
      NOT_FOUND,
    ],
    ['a filter on data', { filter: 'data = "x"' }, INVALID_ARGUMENT],
    ['a missing topic', { topic: `${topic}-no` }, NOT_FOUND],
    ['a bad name', { name: `${project}/subscriptions/goog-x` }, INVALID_ARGUMENT],
    ['an expiry of 1 h', { expirationPolicy: { ttl: seconds(3600) } }, INVALID_ARGUMENT],
  ])('refuse %s', async (_, changes, code) => {
    await expect(subscribe(changes)).rejects.toMatchObject({ code });
  });

  it('echo their defaults and change what may change', async () => {
    const name = newName();
    expect(await subscribe({ name })).toMatchObject({
      ackDeadlineSeconds: 10,
      messageRetentionDuration: { seconds: '604800' },
      state: 'ACTIVE',
      deadLetterPolicy: null,
    });
    const update = (changes: SubscriptionRequest, ...paths: string[]) =>
      clients.subscriber.updateSubscription(
        { subscription: { name, ...changes }, updateMask: { paths } },
        once,
      );
    const policies = {
      deadLetterPolicy: { deadLetterTopic: deadTopic, maxDeliveryAttempts: 7 },
      retryPolicy: { minimumBackoff: seconds(1), maximumBackoff: seconds(2) },
    };
    const [updated] = await update(policies, 'dead_letter_policy', 'retry_policy.minimum_backoff');
    expect(updated.deadLetterPolicy).toEqual(policies.deadLetterPolicy);
    expect(updated.retryPolicy?.maximumBackoff).toMatchObject({ seconds: '2' });
    const fixed = { filter: 'attributes:x', enableMessageOrdering: true };
    for (const path of ['filter', 'enable_message_ordering', 'topic']) {
      await expect(update(fixed, path)).rejects.toMatchObject({ code: INVALID_ARGUMENT });
    }
  });

  it('refuse ack ids that are not theirs, long deadlines and empty pulls', async () => {
    const subscription = await newSubscription();
    const other = await newSubscription();
    await publish({ data: x });
    const pulled = await clients.subscriber.pull({ subscription, maxMessages: 1 });
    const ackIds = [pulled[0].receivedMessages?.[0]?.ackId ?? ''];
    const refused = { code: INVALID_ARGUMENT };
    const { subscriber } = clients;
    await expect(
      subscriber.acknowledge({ subscription, ackIds: ['garbage'] }, once),
    ).rejects.toMatchObject(refused);
    await expect(
      subscriber.acknowledge({ subscription: other, ackIds }, once),
    ).rejects.toMatchObject(refused);
    await expect(
      subscriber.modifyAckDeadline({ subscription, ackIds, ackDeadlineSeconds: 601 }, once),
    ).rejects.toMatchObject(refused);
    await expect(subscriber.pull({ subscription, maxMessages: 0 }, once)).rejects.toMatchObject(
      refused,
    );
    await subscriber.acknowledge({ subscription, ackIds });
    expect(pubsub.server.stats()[subscription]?.backlog).toBe(0);
  });

  it('lose their messages and their pulls when detached', async () => {
    const subscription = await newSubscription();
    await publish({ data: x });
    expect(pubsub.server.stats()[subscription]?.backlog).toBe(1);
    await clients.publisher.detachSubscription({ subscription });
    await publish({ data: x });
    expect(pubsub.server.stats()[subscription]?.backlog).toBe(0);
    const [{ detached }] = await clients.subscriber.getSubscription({ subscription });
    expect(detached).toBe(true);
    await expect(
      clients.subscriber.pull({ subscription, maxMessages: 1 }, once),
    ).rejects.toMatchObject({ code: FAILED_PRECONDITION });
  });

  it.each<[string, SubscriptionRequest]>([
    ['bigquery_config', { bigqueryConfig: { table: 'p.d.t' } }],
    ['cloud_storage_config', { cloudStorageConfig: { bucket: 'bucket' } }],
    ['bigtable_config', { bigtableConfig: { table: 'projects/p/instances/i/tables/t' } }],
    [
      'message_transforms',
      { messageTransforms: [{ javascriptUdf: { functionName: 'f', code: 'function f() {}' } }] },
    ],
  ])('say that the embedded server has no %s instead of ignoring it', async (field, changes) => {
    await expect(subscribe(changes)).rejects.toMatchObject({
      code: UNIMPLEMENTED,
      details: expect.stringContaining(field) as string,
    });
  });

  it('get a name of their own when they have none', async () => {
    const [unnamed] = await clients.subscriber.createSubscription({ topic }, once);
    expect(unnamed.name).toMatch(/^projects\/conformance\/subscriptions\/[a-z]/);
    await clients.subscriber.deleteSubscription({ subscription: unnamed.name ?? '' });
  });
});

describe('the admin page', () => {
  it('shows health, statistics and keys, and nothing else', async () => {
    const get = (path: string) => fetch(`http://127.0.0.1:${pubsub.server.httpPort}${path}`);
    expect(await (await get('/healthz')).json()).toEqual({ ok: true });
    const name = await newSubscription();
    expect(await (await get('/stats')).json()).toHaveProperty([name, 'backlog'], 0);
    expect(await (await get('/oauth2/v3/certs')).json()).toMatchObject({
      keys: [{ alg: 'RS256' }],
    });
    expect((await get('/anything')).status).toBe(404);
  });
});
