import type { Aggregation, ExplainOptions, StructuredQuery } from './query-messages.ts';
import type { MaskMessage, TimestampMessage } from './value-messages.ts';
import type { WriteMessage } from './write-messages.ts';

/** `google.firestore.v1.TransactionOptions`. */
export interface TransactionOptions {
  readonly readOnly?: { readonly readTime?: TimestampMessage };
  readonly readWrite?: { readonly retryTransaction?: Uint8Array };
}

/** How a read says which state it wants: in a transaction, starting one, at a time, or the present. */
export interface ConsistencySelector {
  readonly transaction?: Uint8Array;
  readonly newTransaction?: TransactionOptions;
  readonly readTime?: TimestampMessage;
}

/** Size of the request on the wire in bytes; our deserializer adds it to requests that write. */
export interface MeasuredRequest {
  readonly wireBytes?: number;
}

export interface BatchGetDocumentsRequest extends ConsistencySelector {
  readonly documents?: readonly string[];
  readonly mask?: MaskMessage;
}

export interface CommitRequest extends MeasuredRequest {
  readonly writes?: readonly WriteMessage[];
  readonly transaction?: Uint8Array;
}

export interface BatchWriteRequest extends MeasuredRequest {
  readonly writes?: readonly WriteMessage[];
}

export interface BeginTransactionRequest {
  readonly options?: TransactionOptions;
}

export interface RollbackRequest {
  readonly transaction?: Uint8Array;
}

export interface RunQueryRequest extends ConsistencySelector {
  readonly parent?: string;
  readonly structuredQuery?: StructuredQuery;
  readonly explainOptions?: ExplainOptions;
}

export interface RunAggregationQueryRequest extends ConsistencySelector {
  readonly parent?: string;
  readonly structuredAggregationQuery?: {
    readonly structuredQuery?: StructuredQuery;
    readonly aggregations?: readonly Aggregation[];
  };
  readonly explainOptions?: ExplainOptions;
}

export interface ListCollectionIdsRequest {
  readonly parent?: string;
}

export interface ListDocumentsRequest {
  readonly parent?: string;
  readonly collectionId?: string;
  readonly pageSize?: number;
  readonly pageToken?: string;
  readonly mask?: MaskMessage;
  readonly showMissing?: boolean;
}

/** `google.firestore.v1.Target`: what a listener watches. */
export interface TargetMessage {
  readonly targetId?: number;
  readonly documents?: { readonly documents?: readonly string[] };
  readonly query?: { readonly parent?: string; readonly structuredQuery?: StructuredQuery };
  readonly resumeToken?: Uint8Array;
}

export interface ListenRequest {
  readonly addTarget?: TargetMessage;
  readonly removeTarget?: number;
}
