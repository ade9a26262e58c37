/** `google.protobuf.Timestamp`, decoded with 64-bit numbers as strings. Absent fields are zero. */
export interface TimestampMessage {
  readonly seconds?: string;
  readonly nanos?: number;
}

/**
 * `google.firestore.v1.Value`: exactly one field is set. protobufjs has checked the types of the
 * fields; whether a combination makes sense is ours to check.
 */
export interface Value {
  readonly nullValue?: string;
  readonly booleanValue?: boolean;
  /** int64 in decimal: a JavaScript number would lose digits above 2^53. */
  readonly integerValue?: string;
  readonly doubleValue?: number;
  readonly timestampValue?: TimestampMessage;
  readonly stringValue?: string;
  readonly bytesValue?: Uint8Array;
  readonly referenceValue?: string;
  readonly geoPointValue?: { readonly latitude?: number; readonly longitude?: number };
  readonly arrayValue?: ArrayMessage;
  readonly mapValue?: { readonly fields?: Fields };
}

/** `google.firestore.v1.ArrayValue`. */
export interface ArrayMessage {
  readonly values?: readonly Value[];
}

/** The fields of a document or of a map, by name. Treated as immutable everywhere. */
export type Fields = Readonly<Record<string, Value>>;

/** `google.firestore.v1.Document` as the server answers it. Missing parents carry a name only. */
export interface DocumentMessage {
  readonly name: string;
  readonly fields?: Fields;
  readonly createTime?: TimestampMessage;
  readonly updateTime?: TimestampMessage;
}

/** `google.firestore.v1.DocumentMask`. */
export interface MaskMessage {
  readonly fieldPaths?: readonly string[];
}
