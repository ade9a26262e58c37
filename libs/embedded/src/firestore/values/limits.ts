/**
 * Limits of Firestore, Standard edition.
 * Source: https://firebase.google.com/docs/firestore/quotas
 */
export const LIMITS = {
  documentBytes: 1_048_576,
  documentNameBytes: 6144,
  resourceIdBytes: 1500,
  nestingDepth: 20,
  requestBytes: 10_485_760,
  transformsPerDocument: 500,
  indexEntries: 40_000,
  /** A query is rewritten as an OR of ANDs; this many ANDs are allowed, so `in` takes 30 values. */
  disjunctions: 30,
  notInValues: 10,
  /** Old versions of documents are readable for this long (without point-in-time recovery). */
  historyMs: 3_600_000,
} as const;
