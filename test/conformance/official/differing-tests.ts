import type { DifferenceId } from './differences.ts';

/** A test that Google's emulator fails, by the difference that explains it. */
export interface DifferingTest {
  /** Path below `test/conformance`. */
  readonly spec: string;
  /** The names of its `describe`s and its own, joined by ` › `. */
  readonly name: string;
  readonly difference: DifferenceId;
  /** The emulator gives no answer at all: waited for 5 s only. */
  readonly hangs?: true;
  /** The emulator passes in some runs and fails in others: not run. */
  readonly varies?: true;
}

/** The tests of one spec that show the same difference. */
function tests(
  spec: string,
  difference: DifferenceId,
  names: readonly string[],
  how: Pick<DifferingTest, 'hangs' | 'varies'> = {},
): DifferingTest[] {
  return names.map((name) => ({ spec, name, difference, ...how }));
}

const TRANSACTIONS = 'firestore/transactions.spec.ts';
const BATCHES = 'firestore/batches.spec.ts';
const RESULTS = 'firestore/query-results.spec.ts';

/** All of them. What is not listed must pass, what is listed must fail. */
export const DIFFERING_TESTS: readonly DifferingTest[] = [
  ...tests(
    TRANSACTIONS,
    'firestore-contention',
    [
      'pessimistic transactions › lose no update that is reported as made, when 50 want the same document',
    ],
    { varies: true },
  ),
  ...tests('firestore/faults.spec.ts', 'firestore-closed-transactions', [
    'when the first reply to a commit is lost › an unguarded transaction counts twice',
    'when the first reply to a commit is lost › a transaction guarded by a version counts once',
  ]),
  ...tests(TRANSACTIONS, 'firestore-timeouts', [
    'transactions that time out › free their locks once they are idle, and cannot commit any more',
    'transactions that time out › get ABORTED when a lock stays taken too long',
  ]),
  ...tests('firestore/query-filters.spec.ts', 'firestore-vector-search', [
    'queries that Firestore refuses › include vector search, which this server does not have',
  ]),
  ...tests(
    BATCHES,
    'firestore-large-requests',
    [
      'batches › take 5.3 MiB, which is above the default limit of gRPC',
      'batches › refuse more than 10 MiB as invalid, so that the client does not try again',
    ],
    { hangs: true },
  ),
  ...tests('firestore/aggregates-and-lists.spec.ts', 'firestore-partitions', [
    'listing › splits a collection group into parts that together are all of it',
  ]),
  ...tests(RESULTS, 'firestore-descending-names', ['query results › sort by id downwards']),
  ...tests(RESULTS, 'firestore-explain', [
    'query results › are explained: the index that they used and how many documents they looked at',
  ]),
  ...tests('firestore/limits.spec.ts', 'firestore-limits', [
    'limits › refuse a document with more than 40,000 index entries, though it is small enough',
    'limits › refuse more than 500 transforms of one document',
  ]),
  ...tests('pubsub/limits.spec.ts', 'pubsub-limits', [
    'publish › refuses a key of 300 bytes',
    'publish › refuses a value of 2000 bytes',
    'publish › refuses 101 attributes',
    'publish › refuses a goog key',
    'publish › refuses 11 MB',
    'subscriptions › refuse an ack deadline of 5 s',
    'subscriptions › refuse 4 attempts',
    'subscriptions › refuse an expiry of 1 h',
    'subscriptions › refuse ack ids that are not theirs, long deadlines and empty pulls',
  ]),
  ...tests('pubsub/limits.spec.ts', 'pubsub-wording', [
    'publish › refuses a topic that does not exist',
    'topics › leave their subscriptions behind when deleted, and are listed page by page',
  ]),
  ...tests('pubsub/limits.spec.ts', 'pubsub-administration', [
    'topics › can change labels and retention but not their name',
  ]),
  ...tests('pubsub/limits.spec.ts', 'pubsub-parts-left-out', [
    'topics › say that the embedded server has no schemas and no ingestion',
    'subscriptions › say that the embedded server has no bigquery_config instead of ignoring it',
    'subscriptions › say that the embedded server has no cloud_storage_config instead of ignoring it',
    'subscriptions › say that the embedded server has no bigtable_config instead of ignoring it',
    'subscriptions › say that the embedded server has no message_transforms instead of ignoring it',
  ]),
  ...tests('pubsub/limits.spec.ts', 'pubsub-filters', ['subscriptions › refuse a filter on data']),
  ...tests('pubsub/limits.spec.ts', 'pubsub-defaults', [
    'subscriptions › echo their defaults and change what may change',
  ]),
  ...tests('pubsub/limits.spec.ts', 'pubsub-statistics', [
    'subscriptions › lose their messages and their pulls when detached',
    'the admin page › shows health, statistics and keys, and nothing else',
  ]),
  ...tests('pubsub/snapshots.spec.ts', 'pubsub-filters', [
    'a snapshot › gives its state to another subscription of the topic, within that one’s filter',
  ]),
  ...tests('pubsub/snapshots.spec.ts', 'pubsub-empty-snapshots', [
    'a snapshot › taken while nothing waits lets one purge back to it',
  ]),
  ...tests('pubsub/snapshots.spec.ts', 'pubsub-administration', [
    'a snapshot › is found, listed by project and by topic, and gone when deleted',
    'updating a snapshot › changes labels and the end of its life, within bounds',
  ]),
  ...tests('pubsub/snapshots.spec.ts', 'pubsub-statistics', [
    'the life of a snapshot › is 7 days less the age of the oldest message, and is not begun below an hour',
    'the life of a snapshot › ends: then it cannot be found, and its name is free',
    'the life of a snapshot › goes on over restarts, with everything it keeps',
  ]),
  ...tests('pubsub/snapshots.spec.ts', 'pubsub-created-again', [
    'the life of a snapshot › is not that of a topic which was deleted and created again',
  ]),
  ...tests('pubsub/seek.spec.ts', 'pubsub-seek-and-leases', [
    'seek to a time › divides: earlier messages are acknowledged, later ones wait, whatever they were',
  ]),
  ...tests('pubsub/seek.spec.ts', 'pubsub-retention', [
    'seek to a time › finds nothing any more once retaining was switched off',
    'the retention of a topic › serves every subscription, also messages from before it was created',
    'the retention of a topic › is shown with the subscription, and ends when it is taken back',
  ]),
  ...tests('pubsub/seek.spec.ts', 'pubsub-ordering-in-one-answer', [
    'seek to a time › keeps the order of a key',
  ]),
  ...tests('pubsub/seek.spec.ts', 'pubsub-filters', [
    'the retention of a topic › gives a subscription only what its filter selects',
  ]),
  ...tests('pubsub/seek.spec.ts', 'pubsub-administration', [
    'seek › refuses a detached subscription',
  ]),
  ...tests('pubsub/seek.spec.ts', 'pubsub-statistics', [
    'seek › finds what was acknowledged before a restart, and what it did survives one',
  ]),
  ...tests('pubsub/streaming-pull.spec.ts', 'pubsub-keep-alive', [
    'a streaming pull › tells the properties of the subscription first',
    'a streaming pull › answers the keep-alive of a protocol 1 client',
  ]),
  ...tests('pubsub/streaming-pull.spec.ts', 'pubsub-statistics', [
    'a streaming pull › takes acks, nacks and a new deadline on the stream itself',
  ]),
  ...tests('pubsub/streaming-pull.spec.ts', 'pubsub-large-answers', [
    'a streaming pull › sends a large backlog in parts that a client accepts',
  ]),
  ...tests('pubsub/streaming-pull.spec.ts', 'pubsub-streams-that-cannot-be', [
    'a streaming pull › ends with a status when it cannot be',
  ]),
  ...tests('pubsub/stream-limit.spec.ts', 'pubsub-stream-limit', [
    'one connection › carries 100 streams: the 101st waits until one ends, and so does every other call',
    'one connection › of its own gives a publisher room beside 100 streams',
  ]),
  ...tests('pubsub/ordering.spec.ts', 'pubsub-ordering-after-nacks', [
    'ordering keys › keep 10 keys of 30 messages in order, also when some are nacked',
  ]),
  ...tests('pubsub/ordering.spec.ts', 'pubsub-ordering-in-one-answer', [
    'ordering keys › hold the second message back until the first is acknowledged',
  ]),
  ...tests('pubsub/ordering.spec.ts', 'pubsub-limits', [
    'ordering keys › are not paused after a failed publish, against the documentation (client trap)',
  ]),
  ...tests('pubsub/delivery.spec.ts', 'pubsub-filters', [
    'delivery to the real client › sends each subscription what its filter selects',
  ]),
  ...tests('pubsub/dead-letters.spec.ts', 'pubsub-statistics', [
    'dead letters › take a message that kills its worker five times',
  ]),
  ...tests('pubsub/dead-letters.spec.ts', 'pubsub-retry-policy', [
    'dead letters › come after the waits of the retry policy',
  ]),
  ...tests('pubsub/push.spec.ts', 'pubsub-push', [
    "push › retries until 2xx, with a token that Google's own library accepts",
    'push › waits longer after each failure, counts attempts, and dead-letters',
  ]),
];
