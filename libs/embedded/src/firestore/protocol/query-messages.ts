import type { Value } from './value-messages.ts';

/** `StructuredQuery.FieldReference`. */
export interface FieldReference {
  readonly fieldPath?: string;
}

/** `StructuredQuery.FieldFilter`. */
export interface FieldFilter {
  readonly field?: FieldReference;
  readonly op?: string;
  readonly value?: Value;
}

/** `StructuredQuery.UnaryFilter`. */
export interface UnaryFilter {
  readonly field?: FieldReference;
  readonly op?: string;
}

/** `StructuredQuery.CompositeFilter`. */
export interface CompositeFilter {
  readonly op?: string;
  readonly filters?: readonly Filter[];
}

/** `StructuredQuery.Filter`: one of the three is set. */
export interface Filter {
  readonly compositeFilter?: CompositeFilter;
  readonly fieldFilter?: FieldFilter;
  readonly unaryFilter?: UnaryFilter;
}

/** `google.firestore.v1.Cursor`: a prefix of the values a query sorts by. */
export interface Cursor {
  readonly values?: readonly Value[];
  /** The position is before (true) or after (absent) the documents with these values. */
  readonly before?: boolean;
}

/** `google.firestore.v1.StructuredQuery`. */
export interface StructuredQuery {
  readonly select?: { readonly fields?: readonly FieldReference[] };
  readonly from?: readonly { readonly collectionId?: string; readonly allDescendants?: boolean }[];
  readonly where?: Filter;
  readonly orderBy?: readonly { readonly field?: FieldReference; readonly direction?: string }[];
  readonly startAt?: Cursor;
  readonly endAt?: Cursor;
  readonly offset?: number;
  /** Int32Value: set without a value means 0. */
  readonly limit?: { readonly value?: number };
  readonly findNearest?: unknown;
}

/** `StructuredAggregationQuery.Aggregation`. */
export interface Aggregation {
  readonly alias?: string;
  readonly count?: { readonly upTo?: { readonly value?: string } };
  readonly sum?: { readonly field?: FieldReference };
  readonly avg?: { readonly field?: FieldReference };
}

/** `google.firestore.v1.ExplainOptions`. */
export interface ExplainOptions {
  readonly analyze?: boolean;
}

/** `google.firestore.v1.ExplainMetrics`. */
export interface ExplainMetrics {
  readonly planSummary: {
    readonly indexesUsed: readonly { readonly fields: Readonly<Record<string, Value>> }[];
  };
  readonly executionStats?: {
    readonly resultsReturned: string;
    readonly executionDuration: { readonly seconds: string; readonly nanos: number };
    readonly readOperations: string;
    readonly debugStats: { readonly fields: Record<string, { readonly stringValue: string }> };
  };
}
