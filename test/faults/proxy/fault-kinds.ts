import { status } from '@grpc/grpc-js';
import {
  answeredLate,
  answerLost,
  delayed,
  refused,
  repeated,
  swallowed,
  type StreamFault,
  type UnaryFault,
} from './fault.ts';
import { between, type Numbers } from './seeded-choices.ts';
import type { ProtocolName } from './wire-protocol.ts';

/** One way in which a server or the network misbehaves: on which calls, and how. */
export interface FaultKind {
  readonly protocol: ProtocolName;
  readonly methods: readonly string[];
  readonly unary?: (numbers: Numbers) => UnaryFault;
  readonly stream?: (numbers: Numbers) => StreamFault;
  /** Of a pulled message: how many milliseconds it is held back. */
  readonly holdMs?: (numbers: Numbers) => number;
}

/** Pub/Sub delivers a message at least once; five times is what the tests ask for. */
const COPIES = 4;
/** Longer than a publisher waits (`publishTimeoutMs`). */
const TOO_LATE_MS = 1_500;
/** Longer than a lease of the test profile lives without its renewals. */
const SLOW_COMMIT_MS = 2_500;

const onPublish = { protocol: 'pubsub', methods: ['Publish'] } as const;
const onCommit = { protocol: 'firestore', methods: ['Commit'] } as const;
const onRead = { protocol: 'firestore', methods: ['BatchGetDocuments', 'RunQuery'] } as const;

/** What can happen to messages: none of it may ever cost a second paid call. */
export const MESSAGE_FAULTS = {
  'published up to five times': {
    ...onPublish,
    unary: (numbers) => repeated(Array.from({ length: between(numbers, 1, COPIES) }, () => 0)),
  },
  'copies overtaken by later messages': {
    ...onPublish,
    unary: (numbers) => repeated([between(numbers, 50, 600), between(numbers, 600, 1_500)]),
  },
  'publish arrives late': {
    ...onPublish,
    unary: (numbers) => delayed(between(numbers, 100, 800)),
  },
  'publish answered after the publisher gave up': {
    ...onPublish,
    unary: () => answeredLate(TOO_LATE_MS),
  },
  'publish refused': {
    ...onPublish,
    unary: () => refused(status.UNAVAILABLE),
  },
  'publish done, answered UNAVAILABLE': {
    ...onPublish,
    unary: () => answerLost(status.UNAVAILABLE),
  },
  'publish done, answered DEADLINE_EXCEEDED': {
    ...onPublish,
    unary: () => answerLost(status.DEADLINE_EXCEEDED),
  },
  'delivered late, after later messages': {
    protocol: 'pubsub',
    methods: ['StreamingPull'],
    holdMs: (numbers) => between(numbers, 50, 1_500),
  },
  'acks lost': {
    protocol: 'pubsub',
    methods: ['Acknowledge'],
    unary: () => swallowed(),
  },
  'deadline extensions lost': {
    protocol: 'pubsub',
    methods: ['ModifyAckDeadline'],
    unary: () => swallowed(),
  },
  'stream reset': {
    protocol: 'pubsub',
    methods: ['StreamingPull'],
    stream: (numbers) => ({ resetAfterMs: between(numbers, 100, 1_200) }),
  },
} as const satisfies Readonly<Record<string, FaultKind>>;

/** What can happen to the store. */
export const STORE_FAULTS = {
  'commit aborted': { ...onCommit, unary: () => refused(status.ABORTED) },
  'commit refused': { ...onCommit, unary: () => refused(status.UNAVAILABLE) },
  'commit done, answered DEADLINE_EXCEEDED': {
    ...onCommit,
    unary: () => answerLost(status.DEADLINE_EXCEEDED),
  },
  'commit done, answered UNAVAILABLE': {
    ...onCommit,
    unary: () => answerLost(status.UNAVAILABLE),
  },
  'commit slow': { ...onCommit, unary: (numbers) => delayed(between(numbers, 100, 600)) },
  'commit answered after the lease is over': {
    ...onCommit,
    unary: () => answeredLate(SLOW_COMMIT_MS),
  },
  'read refused': { ...onRead, stream: () => ({ refusedWith: status.UNAVAILABLE }) },
  'read slow': { ...onRead, stream: (numbers) => ({ delayMs: between(numbers, 50, 600) }) },
} as const satisfies Readonly<Record<string, FaultKind>>;

export type MessageFaultName = keyof typeof MESSAGE_FAULTS;
export type StoreFaultName = keyof typeof STORE_FAULTS;
export type FaultName = MessageFaultName | StoreFaultName;

/** Every kind by its name. */
export const FAULT_KINDS: Readonly<Record<FaultName, FaultKind>> = {
  ...MESSAGE_FAULTS,
  ...STORE_FAULTS,
};
/** For tables of tests. */
export const MESSAGE_FAULT_NAMES = Object.keys(MESSAGE_FAULTS) as readonly MessageFaultName[];
/** For tables of tests. */
export const STORE_FAULT_NAMES = Object.keys(STORE_FAULTS) as readonly StoreFaultName[];
