import { status } from '@grpc/grpc-js';

/** An answer other than OK: what the client gets to see. `code` is a gRPC status code. */
export class FirestoreError extends Error {
  override readonly name = 'FirestoreError';
  readonly code: number;
  /** grpc-js sends this property as the status message. */
  readonly details: string;

  constructor(code: number, details: string, options?: ErrorOptions) {
    super(details, options);
    this.code = code;
    this.details = details;
  }
}

/** The request can never succeed as it is. */
export const invalidArgument = (details: string): FirestoreError =>
  new FirestoreError(status.INVALID_ARGUMENT, details);

/** A write requires a document that is not there. */
export const noDocumentToUpdate = (name: string): FirestoreError =>
  new FirestoreError(status.NOT_FOUND, `No document to update: ${name}`);

/** A write requires that a document is not there yet. */
export const documentExists = (name: string): FirestoreError =>
  new FirestoreError(status.ALREADY_EXISTS, `Document already exists: ${name}`);

/** The state of the database forbids the request. */
export const failedPrecondition = (details: string): FirestoreError =>
  new FirestoreError(status.FAILED_PRECONDITION, details);

/** Another transaction was faster; the client runs its callback again. */
export const contention = (): FirestoreError =>
  new FirestoreError(status.ABORTED, 'Too much contention on these documents. Please try again.');

/**
 * The transaction timed out, ended, or belongs to an earlier life of the server. The client looks
 * for "transaction has expired" in the text and then starts the transaction afresh.
 */
export const transactionExpired = (): FirestoreError =>
  invalidArgument('The referenced transaction has expired or is no longer valid.');

/** The server cannot answer now; clients send the request again. */
export const unavailable = (details: string): FirestoreError =>
  new FirestoreError(status.UNAVAILABLE, details);

/** A part of Firestore that this server does not have. */
export const unimplemented = (details: string): FirestoreError =>
  new FirestoreError(status.UNIMPLEMENTED, details);

/** Anything thrown, as an answer: what is not meant for clients becomes INTERNAL, with its cause. */
export function asFirestoreError(error: unknown): FirestoreError {
  if (error instanceof FirestoreError) return error;
  const details = error instanceof Error ? (error.stack ?? error.message) : String(error);
  return new FirestoreError(status.INTERNAL, details, { cause: error });
}
