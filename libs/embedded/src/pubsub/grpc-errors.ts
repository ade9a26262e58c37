import { Metadata, status } from '@grpc/grpc-js';

/** A refusal the client sees as a gRPC status; anything else thrown is a bug and becomes INTERNAL. */
export class PubSubError extends Error {
  override readonly name = 'PubSubError';
  readonly code: status;
  readonly metadata: Metadata | undefined;

  constructor(code: status, message: string, metadata?: Metadata) {
    super(message);
    this.code = code;
    this.metadata = metadata;
  }
}

/** INVALID_ARGUMENT: the request can never succeed as it is. */
export function invalidArgument(message: string): PubSubError {
  return new PubSubError(status.INVALID_ARGUMENT, message);
}

/** NOT_FOUND in the words of Google's service, which names the last part of the resource. */
export function notFound(resource: string): PubSubError {
  return new PubSubError(status.NOT_FOUND, `Resource not found (resource=${lastPart(resource)}).`);
}

/** ALREADY_EXISTS in the words of Google's service. */
export function alreadyExists(resource: string): PubSubError {
  return new PubSubError(
    status.ALREADY_EXISTS,
    `Resource already exists in the project (resource=${lastPart(resource)}).`,
  );
}

/** FAILED_PRECONDITION: right call, wrong kind or state of subscription. */
export function failedPrecondition(message: string): PubSubError {
  return new PubSubError(status.FAILED_PRECONDITION, message);
}

/** UNIMPLEMENTED: Google's service can, this server cannot; silence would look like success. */
export function unimplemented(feature: string): PubSubError {
  return new PubSubError(
    status.UNIMPLEMENTED,
    `The embedded Pub/Sub server does not support ${feature}; leave it out or use Google Cloud.`,
  );
}

/** UNAVAILABLE: not confirmed, the client may try again. */
export function unavailable(message: string): PubSubError {
  return new PubSubError(status.UNAVAILABLE, message);
}

/** The status a caller gets for a thrown value. */
export function toStatus(error: unknown): { code: status; details: string; metadata?: Metadata } {
  if (!(error instanceof PubSubError)) return { code: status.INTERNAL, details: String(error) };
  const { code, message: details, metadata } = error;
  return metadata === undefined ? { code, details } : { code, details, metadata };
}

function lastPart(resource: string): string {
  return resource.slice(resource.lastIndexOf('/') + 1);
}
