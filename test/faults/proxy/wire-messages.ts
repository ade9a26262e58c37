import type { WireCall } from './fault.ts';

/**
 * The parts of requests and answers that faults look at, in the shape that proto-loader gives them
 * without defaults: what a message does not carry is absent. The schema guarantees the shape.
 */
interface PublishRequest {
  readonly topic?: string;
  readonly messages?: readonly PulledMessage[];
}

interface AckRequest {
  readonly subscription?: string;
  readonly ackIds?: readonly string[];
}

interface Write {
  readonly update?: { readonly name?: string };
  readonly delete?: string;
  readonly transform?: { readonly document?: string };
}

interface CommitRequest {
  readonly writes?: readonly Write[];
  readonly transaction?: Buffer;
}

interface BatchGetRequest {
  readonly documents?: readonly string[];
}

interface PulledMessage {
  readonly data?: Buffer;
  readonly attributes?: Readonly<Record<string, string>>;
}

/** A message as a stream delivers it. */
export interface Delivered {
  readonly ackId?: string;
  readonly message?: PulledMessage;
}

/** An answer of StreamingPull; what is not named here is passed on as it is. */
export interface StreamingPullAnswer {
  readonly receivedMessages?: readonly Delivered[];
}

/** What a commit is about. */
export interface CommitFacts {
  /** Full names of the documents that it writes, in the order of the request. */
  readonly documents: readonly string[];
  /** Whether it ends a transaction that has read. */
  readonly endsTransaction: boolean;
}

/** The facts of a Commit; undefined for any other call. */
export function commitFactsOf({ method, request }: WireCall): CommitFacts | undefined {
  if (method !== 'Commit') return undefined;
  const { writes = [], transaction } = request as CommitRequest;
  return {
    documents: writes.map(
      ({ update, transform, delete: deleted }) =>
        update?.name ?? deleted ?? transform?.document ?? '',
    ),
    endsTransaction: (transaction?.length ?? 0) > 0,
  };
}

/** Full names of the documents that a BatchGetDocuments asks for; none for any other call. */
export function documentsReadBy({ method, request }: WireCall): readonly string[] {
  if (method !== 'BatchGetDocuments') return [];
  return (request as BatchGetRequest).documents ?? [];
}

/** The messages of a Publish; none for any other call. */
export function messagesOf({ method, request }: WireCall): readonly PulledMessage[] {
  return method === 'Publish' ? ((request as PublishRequest).messages ?? []) : [];
}

/** The deliveries that an Acknowledge or a ModifyAckDeadline is about; none for any other call. */
export function ackIdsOf({ method, request }: WireCall): readonly string[] {
  const isAck = method === 'Acknowledge' || method === 'ModifyAckDeadline';
  return isAck ? ((request as AckRequest).ackIds ?? []) : [];
}
