/** Whom the documents prove right; `undocumented` where they leave it open. */
export type Right = 'embedded' | 'official' | 'undocumented';

/** One way in which Google's emulator and the embedded server differ. */
export interface Difference {
  readonly server: 'firestore' | 'pubsub';
  readonly embedded: string;
  readonly official: string;
  readonly right: Right;
  /** What the document says, in short. */
  readonly because: string;
  /** Where it says so: an address, or a comment in Google's protocol files. */
  readonly source: string;
}

const FIRESTORE_EMULATOR = 'https://firebase.google.com/docs/emulator-suite/connect_firestore';
const FIRESTORE_QUOTAS = 'https://firebase.google.com/docs/firestore/quotas';
const FIRESTORE_PROTO = 'google/firestore/v1/firestore.proto';
const PUBSUB_PROTO = 'google/pubsub/v1/pubsub.proto';
const PUBSUB_QUOTAS = 'https://cloud.google.com/pubsub/quotas';
const PUBSUB_EMULATOR = 'https://cloud.google.com/pubsub/docs/emulator';

/** Every known difference. A test shows each one: see `differing-tests.ts`. */
export const DIFFERENCES = {
  'firestore-contention': {
    server: 'firestore',
    embedded: 'Fifty transactions on one document wait for each other; all succeed.',
    official: 'Most end with ABORTED, "Transaction lock timeout", how many varies.',
    right: 'embedded',
    because:
      'Google says that its emulator does not mimic contention, and may hold locks for 30 s.',
    source: `${FIRESTORE_EMULATOR}#how_the_emulator_differs_from_production`,
  },
  'firestore-closed-transactions': {
    server: 'firestore',
    embedded:
      'A second commit of a transaction is refused in words that make the client start afresh.',
    official:
      'It is refused with "Transaction is invalid or closed", which the client gives up on.',
    right: 'embedded',
    because: 'The client starts again when it reads "transaction has expired", as production says.',
    source: '@google-cloud/firestore 9.4.1, transaction.js: isRetryableTransactionError',
  },
  'firestore-timeouts': {
    server: 'firestore',
    embedded: 'Transactions idle for 60 s end, and waiting for a lock ends; both times can be set.',
    official: 'The times cannot be set, so that a test would take minutes.',
    right: 'undocumented',
    because: 'Not a difference in answers: the test needs shorter times than the documented ones.',
    source: `${FIRESTORE_QUOTAS}#writes_and_transactions`,
  },
  'firestore-vector-search': {
    server: 'firestore',
    embedded: 'findNearest is refused as UNIMPLEMENTED.',
    official: 'findNearest is answered.',
    right: 'official',
    because: 'Firestore has vector search. The product has no use for it.',
    source: 'https://firebase.google.com/docs/firestore/vector-search',
  },
  'firestore-large-requests': {
    server: 'firestore',
    embedded: 'A commit of 5.3 MiB is made; one of more than 10 MiB is INVALID_ARGUMENT.',
    official: 'Neither is answered within a minute.',
    right: 'embedded',
    because: 'Requests of up to 10 MiB are allowed.',
    source: FIRESTORE_QUOTAS,
  },
  'firestore-partitions': {
    server: 'firestore',
    embedded: 'PartitionQuery answers with one partition.',
    official: 'PartitionQuery is UNIMPLEMENTED.',
    right: 'embedded',
    because: 'It is a method of the service; how many partitions there are is left to it.',
    source: `${FIRESTORE_PROTO}, PartitionQuery`,
  },
  'firestore-descending-names': {
    server: 'firestore',
    embedded: 'Sorts by name downwards; strict mode refuses it.',
    official: 'FAILED_PRECONDITION, "Firestore does not support descending key scans".',
    right: 'official',
    because: 'Production wants an index for it that cannot be made, hence strict mode.',
    source: 'https://github.com/firebase/flutterfire/issues/4398',
  },
  'firestore-explain': {
    server: 'firestore',
    embedded: 'explain() answers with plan and statistics.',
    official: 'The metrics are missing, which the client turns into an error.',
    right: 'embedded',
    because: 'Explain metrics are sent when explain options are set.',
    source: `${FIRESTORE_PROTO}, RunQueryResponse.explain_metrics`,
  },
  'firestore-limits': {
    server: 'firestore',
    embedded: 'Refuses the 501st transform of a document and its 40,001st index entry.',
    official: 'Takes both.',
    right: 'embedded',
    because: 'Both limits are listed, and the emulator does not enforce all limits.',
    source: FIRESTORE_QUOTAS,
  },
  'pubsub-statistics': {
    server: 'pubsub',
    embedded: 'Tells backlog, leases and consumers of a subscription, and its push keys, to tests.',
    official: 'Tells nothing of the kind.',
    right: 'undocumented',
    because:
      'Not a difference in answers: the test looks into the server, or sets its clock or file.',
    source: PUBSUB_EMULATOR,
  },
  'pubsub-filters': {
    server: 'pubsub',
    embedded: 'Checks and applies filters.',
    official: 'Keeps them unchecked and delivers everything.',
    right: 'embedded',
    because: 'Only messages that match the filter are delivered.',
    source: `${PUBSUB_PROTO}, Subscription.filter`,
  },
  'pubsub-retry-policy': {
    server: 'pubsub',
    embedded: 'Waits as long as the retry policy says.',
    official: 'Redelivers at once.',
    right: 'embedded',
    because: 'Retry delay will be exponential based on the provided minimum and maximum.',
    source: `${PUBSUB_PROTO}, RetryPolicy`,
  },
  'pubsub-push': {
    server: 'pubsub',
    embedded:
      'Pushes with the delivery attempt and a signed token, waiting longer after each failure.',
    official: 'Pushes without both, and tries again at once.',
    right: 'embedded',
    because:
      'A request carries the attempt when there is a dead-letter topic, and the token asked for.',
    source: 'https://cloud.google.com/pubsub/docs/push#receive_push',
  },
  'pubsub-limits': {
    server: 'pubsub',
    embedded: 'What is over a limit is refused as INVALID_ARGUMENT.',
    official:
      'It is taken; a wrong number of attempts is OUT_OF_RANGE, and 11 MB are never answered.',
    right: 'embedded',
    because:
      'The limits are listed there, and those of settings beside each field of the protocol.',
    source: `${PUBSUB_QUOTAS}#resource_limits`,
  },
  'pubsub-administration': {
    server: 'pubsub',
    embedded: 'UpdateTopic, UpdateSnapshot, DetachSubscription and labels of snapshots work.',
    official: 'They are UNIMPLEMENTED, refused or left out.',
    right: 'embedded',
    because: 'They are methods of the service; Google lists the first two as missing.',
    source: `${PUBSUB_EMULATOR}#known_limitations`,
  },
  'pubsub-parts-left-out': {
    server: 'pubsub',
    embedded:
      'Refuses as UNIMPLEMENTED what it leaves out: schemas, ingestion, exports, transforms.',
    official: 'Keeps some of these settings and does nothing with them.',
    right: 'undocumented',
    because:
      'Production has them. A setting that is kept and has no effect misleads, so it is refused.',
    source: PUBSUB_PROTO,
  },
  'pubsub-wording': {
    server: 'pubsub',
    embedded: 'Page tokens are positions; a missing topic is named in the message.',
    official: 'Page tokens are names; the message says "Topic not found".',
    right: 'undocumented',
    because: 'Tokens are opaque, and messages of errors are no part of the interface.',
    source: `${PUBSUB_PROTO}, ListTopicsResponse.next_page_token`,
  },
  'pubsub-defaults': {
    server: 'pubsub',
    embedded: 'A subscription says that it is ACTIVE.',
    official: 'Its state is STATE_UNSPECIFIED.',
    right: 'embedded',
    because: 'The field says whether the subscription can receive messages.',
    source: `${PUBSUB_PROTO}, Subscription.state`,
  },
  'pubsub-empty-snapshots': {
    server: 'pubsub',
    embedded: 'A snapshot keeps what is published after it, also for a subscription made later.',
    official: 'The later subscription gets only what was published after its own start.',
    right: 'embedded',
    because: 'A snapshot retains all messages published to the topic after it was made.',
    source: `${PUBSUB_PROTO}, CreateSnapshotRequest.subscription`,
  },
  'pubsub-created-again': {
    server: 'pubsub',
    embedded: 'A snapshot of a deleted topic does not fit a new topic of the same name.',
    official: 'It does.',
    right: 'embedded',
    because: 'Both must be of one topic, and a topic made again is an entirely new one.',
    source: `${PUBSUB_PROTO}, Seek and DeleteTopic`,
  },
  'pubsub-seek-and-leases': {
    server: 'pubsub',
    embedded: 'A seek ends leases, so that what it marks as unacknowledged comes at once.',
    official: 'A leased message comes when its lease has run out.',
    right: 'undocumented',
    because: 'Messages are marked as unacknowledged; of leases nothing is said.',
    source: `${PUBSUB_PROTO}, SeekRequest.time`,
  },
  'pubsub-retention': {
    server: 'pubsub',
    embedded: 'What is retained follows the settings of subscription and topic.',
    official: 'Everything is retained for ever, and given to subscriptions that come later.',
    right: 'embedded',
    because: 'Google lists configurable retention as missing.',
    source: `${PUBSUB_EMULATOR}#known_limitations`,
  },
  'pubsub-ordering-in-one-answer': {
    server: 'pubsub',
    embedded: 'The next message of a key waits until the one before is acknowledged.',
    official: 'One answer holds several messages of a key, in order.',
    right: 'undocumented',
    because: 'Messages of a key come in order; how many at once is not said.',
    source: `${PUBSUB_PROTO}, Subscription.enable_message_ordering`,
  },
  'pubsub-ordering-after-nacks': {
    server: 'pubsub',
    embedded: 'After a nack the later messages of the key come again, in order.',
    official: 'The order of the key is lost.',
    right: 'embedded',
    because: 'Redelivering a message redelivers the later ones of its key, in order.',
    source:
      'https://cloud.google.com/pubsub/docs/ordering#considerations_when_using_ordered_messaging',
  },
  'pubsub-keep-alive': {
    server: 'pubsub',
    embedded:
      'A streaming pull tells its properties at once and answers the pings of newer clients.',
    official: 'It says nothing until there is a message, so idle clients connect anew for ever.',
    right: 'embedded',
    because: 'The client gives a stream up when a ping has no answer within 15 s.',
    source: '@google-cloud/pubsub 6.3.0, message-stream.js: SERVER_KEEP_ALIVE_INTERVAL',
  },
  'pubsub-large-answers': {
    server: 'pubsub',
    embedded: 'A large backlog comes in parts of about a megabyte.',
    official: 'All of it comes in one answer.',
    right: 'undocumented',
    because: 'Nothing is said of the size of an answer.',
    source: `${PUBSUB_PROTO}, StreamingPullResponse`,
  },
  'pubsub-streams-that-cannot-be': {
    server: 'pubsub',
    embedded: 'Flow control in a later request ends the stream with INVALID_ARGUMENT.',
    official: 'It is passed over.',
    right: 'embedded',
    because: 'If it is set on a subsequent request, the stream will be aborted.',
    source: `${PUBSUB_PROTO}, StreamingPullRequest.max_outstanding_messages`,
  },
  'pubsub-stream-limit': {
    server: 'pubsub',
    embedded: 'A connection carries 100 streams.',
    official: 'A connection carries any number; the test sees it by statistics.',
    right: 'embedded',
    because: 'Google’s servers set this limit: publishing hangs behind 100 streams of one channel.',
    source: 'https://github.com/googleapis/nodejs-pubsub/issues/550',
  },
} as const satisfies Readonly<Record<string, Difference>>;

/** The name of a difference. */
export type DifferenceId = keyof typeof DIFFERENCES;
