import { closeDatabases, subscriptionUnderTest as setUp } from './subscription-under-test.ts';

afterEach(closeDatabases);

describe('a backlog larger than what the memory holds', () => {
  it('is delivered whole, each message once, in the order of publishing', () => {
    const { publish, consumer, ack, stats } = setUp();
    for (let i = 0; i < 2600; i += 1) publish();
    expect(stats()).toMatchObject({ backlog: 2600, inMemory: 2000 });
    const worker = consumer({ maxMessages: 10 });
    for (let at = 0; at < 2600; at += 1) ack(worker.got[at]);
    expect(worker.ids).toEqual(Array.from({ length: 2600 }, (_, i) => String(i + 1)));
    expect(stats()).toMatchObject({ backlog: 0, inMemory: 0, leased: 0, acknowledged: 2600 });
  });

  it('lets messages published meanwhile wait for their turn', () => {
    const { store, reload, publish, consumer, ack } = setUp();
    for (let i = 0; i < 600; i += 1) store();
    reload();
    const worker = consumer({ maxMessages: 1 });
    publish();
    for (let at = 0; at < 601; at += 1) ack(worker.got[at]);
    expect(worker.ids).toEqual(Array.from({ length: 601 }, (_, i) => String(i + 1)));
  });

  it('does not bring back what was finished but is not yet written', () => {
    const { store, reload, consumer, subscription, ackIdOf, stats } = setUp();
    for (let i = 0; i < 3; i += 1) store();
    reload();
    const worker = consumer({ maxMessages: 3 });
    subscription.acknowledge(worker.got.map(ackIdOf));
    subscription.reload();
    subscription.pump();
    expect(stats()).toMatchObject({ backlog: 0, inMemory: 0 });
    expect(worker.ids).toEqual(['1', '2', '3']);
  });

  it('stops handing out at 20,000 leases and goes on when some end', () => {
    const { store, reload, consumer, stats, ack } = setUp();
    for (let i = 0; i < 21_000; i += 1) store();
    reload();
    const worker = consumer();
    // One turn hands out 1,000 messages.
    for (let turns = 0; turns < 25; turns += 1) stats();
    expect(stats()).toMatchObject({ inMemory: 20_000, leased: 20_000 });
    ack(worker.got[0]);
    expect(worker.got.length).toBeGreaterThan(20_000);
    expect(stats().inMemory).toBeLessThan(20_600);
  }, 30_000);
});

describe('an acknowledgement of a message that is not in memory', () => {
  it('counts once: the worker got it before a restart', () => {
    const { store, reload, consumer, ackIdOf, subscription, stats, publish } = setUp();
    publish();
    const ackId = ackIdOf(consumer({ maxMessages: 1 }).got[0]);
    const beforeReload = subscription.acknowledge([ackId]);
    expect(beforeReload).toEqual([]);
    const unloaded = store();
    expect(subscription.acknowledge([ackId.replace('.1.', `.${unloaded}.`)])).toEqual([]);
    expect(subscription.acknowledge([ackId.replace('.1.', `.${unloaded}.`)])).toEqual([]);
    reload();
    expect(stats()).toMatchObject({ backlog: 0, acknowledged: 2 });
  });
});

describe('ordering keys on disk', () => {
  const ordered = { enableMessageOrdering: true };

  it('never let a long line of one key keep the others waiting', () => {
    const { store, reload, consumer, stats, ack } = setUp(ordered);
    for (let i = 0; i < 3000; i += 1) store(0, 'busy');
    store(0, 'other');
    reload();
    const worker = consumer();
    expect(worker.ids).toEqual(['1', '3001']);
    expect(stats()).toMatchObject({ backlog: 3001, inMemory: 2 });
    for (let i = 0; i < 5; i += 1) ack(worker.got.at(i === 0 ? 0 : -1));
    expect(worker.ids).toEqual(['1', '3001', '2', '3', '4', '5', '6']);
  });

  it('go on with the oldest of the key, also when a seek brought it back', () => {
    const { publish, consumer, ack, store, subscription } = setUp(ordered);
    const worker = consumer();
    publish('a');
    publish('a');
    expect(worker.ids).toEqual(['1']);
    store(0, 'a');
    subscription.reload();
    ack(worker.got[0]);
    ack(worker.got[1]);
    expect(worker.ids).toEqual(['1', '2', '3']);
  });
});
