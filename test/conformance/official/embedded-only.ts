/**
 * Specs of what only the embedded servers have, and why Google's emulators cannot be asked. Paths below
 * `test/conformance`, as jest ignores them.
 */
export const EMBEDDED_ONLY: Readonly<Record<string, string>> = {
  'firestore/durability.spec.ts': 'the server is killed and goes on with its file',
  'firestore/isolation.spec.ts': 'the server is killed in the middle of transactions',
  'firestore/starting.spec.ts': 'ports and files of the embedded server',
  'firestore/rpcs.spec.ts': 'the log of the embedded server',
  'firestore/strict-mode.spec.ts': 'the declared indexes of the embedded server',
  'pubsub/durability.spec.ts': 'the server is killed and goes on with its file',
  'pubsub/closing.spec.ts': 'how the embedded server closes',
  'pubsub/retention.spec.ts': 'days pass on the clock of the embedded server',
  'pubsub/expiry.spec.ts': 'days pass on the clock of the embedded server',
  'pubsub/backlog.spec.ts': 'the file and the statistics of the embedded server',
};
