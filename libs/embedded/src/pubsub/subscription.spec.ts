import { notFound } from './grpc-errors.ts';
import { closeDatabases, subscriptionUnderTest as setUp } from './subscription-under-test.ts';
import { ofSeconds } from './wire-time.ts';

afterEach(closeDatabases);

const seconds = (minimum: number, maximum: number) => ({
  retryPolicy: { minimumBackoff: ofSeconds(minimum), maximumBackoff: ofSeconds(maximum) },
});
const deadLetterAfter5 = {
  deadLetterPolicy: { deadLetterTopic: 'dead', maxDeliveryAttempts: 5 },
};

describe('a lease', () => {
  it('runs out at the ack deadline and not before', () => {
    const { publish, consumer, advance } = setUp();
    const worker = consumer();
    publish();
    advance(9_999);
    expect(worker.ids).toEqual(['1']);
    advance(1);
    expect(worker.ids).toEqual(['1', '1']);
  });

  it('can be extended again and again', () => {
    const { publish, consumer, advance, subscription, ackIdOf } = setUp();
    const worker = consumer();
    publish();
    const ackId = ackIdOf(worker.got[0]);
    for (let i = 0; i < 20; i += 1) {
      advance(9_000);
      expect(subscription.modifyAckDeadline([ackId], 10)).toEqual([]);
    }
    expect(worker.ids).toEqual(['1']);
    advance(10_000);
    expect(worker.ids).toEqual(['1', '1']);
  });

  it('can be shortened', () => {
    const { publish, consumer, advance, subscription, ackIdOf } = setUp();
    const worker = consumer({ ackDeadlineSeconds: 600 });
    publish();
    subscription.modifyAckDeadline([ackIdOf(worker.got[0])], 5);
    advance(5_000);
    expect(worker.ids).toEqual(['1', '1']);
  });

  it('is stale after it ran out: a nack changes nothing, an ack still counts', () => {
    const { publish, consumer, advance, subscription, ackIdOf, stats } = setUp();
    const worker = consumer();
    publish();
    const stale = ackIdOf(worker.got[0]);
    advance(10_000);
    expect(subscription.modifyAckDeadline([stale], 0)).toEqual([stale]);
    expect(stats()).toMatchObject({ leased: 1, failedAttempts: 1 });
    expect(subscription.acknowledge([stale])).toEqual([]);
    expect(stats()).toMatchObject({ backlog: 0, leased: 0, acknowledged: 1 });
  });

  it('that is stale cannot be acknowledged on an exactly-once subscription', () => {
    const { publish, consumer, advance, subscription, ackIdOf, stats } = setUp({
      enableExactlyOnceDelivery: true,
    });
    const worker = consumer();
    publish();
    const stale = ackIdOf(worker.got[0]);
    advance(10_000);
    expect(subscription.acknowledge([stale])).toEqual([stale]);
    expect(stats().backlog).toBe(1);
  });
});

describe('a failed message', () => {
  it('waits as the retry policy says, then goes before fresh ones', () => {
    const { publish, consumer, advance, nack } = setUp(seconds(2, 60));
    const worker = consumer({ maxMessages: 1 });
    publish();
    publish();
    publish();
    nack(worker.got[0]);
    expect(worker.ids).toEqual(['1', '2']);
    advance(2_000);
    nack(worker.got[1]);
    expect(worker.ids).toEqual(['1', '2', '1']);
  });

  it('moves to the dead letters after its last attempt', () => {
    const { publish, consumer, nack, deadLettered, subscription, stats } = setUp(deadLetterAfter5);
    const worker = consumer();
    publish();
    const attempts: number[] = [];
    for (let i = 0; i < 5; i += 1) {
      const last = worker.got.at(-1);
      if (last !== undefined) attempts.push(subscription.attemptOf(last) ?? 0);
      nack(last);
    }
    expect(attempts).toEqual([1, 2, 3, 4, 5]);
    expect(deadLettered).toEqual(['1 after 5 to dead']);
    expect(stats()).toMatchObject({ backlog: 0, leased: 0, deadLettered: 1 });
  });

  it('stays when it cannot be dead-lettered', () => {
    const { publish, consumer, nack, stats } = setUp(deadLetterAfter5, false);
    const worker = consumer();
    publish();
    for (let i = 0; i < 6; i += 1) nack(worker.got.at(-1));
    expect(stats()).toMatchObject({ backlog: 1, leased: 1, failedAttempts: 6 });
  });

  it('moves to the dead letters at once when its attempts were spent before a restart', () => {
    const { store, reload, deadLettered, stats } = setUp(deadLetterAfter5);
    store(4);
    const spent = store(5);
    reload();
    expect(deadLettered).toEqual([`${spent} after 5 to dead`]);
    expect(stats().backlog).toBe(1);
  });
});

describe('ordering keys', () => {
  const ordered = { enableMessageOrdering: true };

  it('let one message of a key out at a time, other keys pass', () => {
    const { publish, consumer, ack } = setUp(ordered);
    const worker = consumer();
    publish('a');
    publish('a');
    publish('b');
    publish();
    expect(worker.ids).toEqual(['1', '3', '4']);
    ack(worker.got[0]);
    expect(worker.ids).toEqual(['1', '3', '4', '2']);
  });

  it('hold the later ones back while the first waits for its retry', () => {
    const { publish, consumer, nack, ack, advance } = setUp({ ...ordered, ...seconds(5, 5) });
    const worker = consumer();
    publish('a');
    publish('a');
    nack(worker.got[0]);
    advance(4_999);
    expect(worker.ids).toEqual(['1']);
    advance(1);
    expect(worker.ids).toEqual(['1', '1']);
    ack(worker.got[1]);
    expect(worker.ids).toEqual(['1', '1', '2']);
  });

  it('go on after the first went to the dead letters', () => {
    const { publish, consumer, nack } = setUp({ ...ordered, ...deadLetterAfter5 });
    const worker = consumer();
    publish('a');
    publish('a');
    for (let i = 0; i < 5; i += 1) nack(worker.got.at(-1));
    expect(worker.ids).toEqual(['1', '1', '1', '1', '1', '2']);
  });
});

describe('consumers', () => {
  it('are served in turn within their limits', () => {
    const { publish, consumer, stats } = setUp();
    const small = consumer({ maxMessages: 1 });
    const large = consumer({ maxBytes: 100 });
    for (let i = 0; i < 6; i += 1) publish('', 40);
    expect(small.ids).toHaveLength(1);
    expect(large.ids).toHaveLength(3);
    expect(stats()).toMatchObject({ backlog: 6, leased: 4, consumers: 2 });
  });

  it('get the next message when an ack makes room', () => {
    const { publish, consumer, ack } = setUp();
    const worker = consumer({ maxMessages: 1 });
    publish();
    publish();
    expect(worker.ids).toEqual(['1']);
    ack(worker.got[0]);
    expect(worker.ids).toEqual(['1', '2']);
  });

  it('of one batch leave with it', () => {
    const { publish, consumer, stats } = setUp();
    publish();
    publish();
    const pull = consumer({ takesOneBatch: true, maxMessages: 10 });
    publish();
    expect(pull.ids).toEqual(['1', '2']);
    expect(stats().consumers).toBe(0);
  });

  it('keep their leases when they leave', () => {
    const { publish, consumer, advance, subscription } = setUp();
    const lost = consumer();
    publish();
    subscription.detach(lost);
    const other = consumer();
    expect(other.ids).toEqual([]);
    advance(10_000);
    expect(other.ids).toEqual(['1']);
  });

  it('are told when the subscription ends, and get nothing afterwards', () => {
    const { publish, consumer, advance, subscription } = setUp();
    const worker = consumer();
    publish();
    subscription.stop(notFound('projects/p/subscriptions/work'));
    expect(worker.ended).toContain('resource=work');
    advance(60_000);
    expect(worker.ids).toEqual(['1']);
  });
});
