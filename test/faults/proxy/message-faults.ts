import { status } from '@grpc/grpc-js';
import {
  answeredLate,
  answerLost,
  delayed,
  refused,
  repeated,
  swallowed,
  type HeldMessage,
  type StreamFault,
  type UnaryFault,
} from './fault.ts';
import { between, type Numbers } from './seeded-choices.ts';

/** One way in which Pub/Sub or the network misbehaves: on which calls, and how. */
export interface UnaryFaultKind {
  readonly methods: readonly string[];
  readonly make: (numbers: Numbers) => UnaryFault;
}

const COPIES = 4;

/** What can happen to calls of Pub/Sub, by name. */
export const MESSAGE_FAULTS = {
  'published up to five times': {
    methods: ['Publish'],
    make: (numbers) => repeated(Array.from({ length: between(numbers, 1, COPIES) }, () => 0)),
  },
  'copies arrive after later messages': {
    methods: ['Publish'],
    make: (numbers) =>
      repeated(Array.from({ length: COPIES }, () => between(numbers, 50, 1_500))),
  },
  'publish arrives late': {
    methods: ['Publish'],
    make: (numbers) => delayed(between(numbers, 100, 800)),
  },
  'publish answered after the publisher gave up': {
    methods: ['Publish'],
    make: () => answeredLate(1_500),
  },
  'publish refused': {
    methods: ['Publish'],
    make: () => refused(status.UNAVAILABLE),
  },
  'publish done, answered UNAVAILABLE': {
    methods: ['Publish'],
    make: () => answerLost(status.UNAVAILABLE),
  },
  'publish done, answered DEADLINE_EXCEEDED': {
    methods: ['Publish'],
    make: () => answerLost(status.DEADLINE_EXCEEDED),
  },
  'acks lost': {
    methods: ['Acknowledge'],
    make: () => swallowed(),
  },
  'deadline extensions lost': {
    methods: ['ModifyAckDeadline'],
    make: () => swallowed(),
  },
} as const satisfies Readonly<Record<string, UnaryFaultKind>>;

/** What can happen to a pulled message on its way to the worker. */
export const DELIVERY_FAULT = 'delivered late, after later ones';
/** What can happen to a stream as a whole. */
export const STREAM_FAULT = 'streams reset';

export type MessageFault =
  | keyof typeof MESSAGE_FAULTS
  | typeof DELIVERY_FAULT
  | typeof STREAM_FAULT;

/** All of them, for tables of tests. */
export const MESSAGE_FAULT_NAMES: readonly MessageFault[] = [
  ...(Object.keys(MESSAGE_FAULTS) as (keyof typeof MESSAGE_FAULTS)[]),
  DELIVERY_FAULT,
  STREAM_FAULT,
];
