import type {
  ArrayMessage,
  Fields,
  MaskMessage,
  TimestampMessage,
  Value,
} from './value-messages.ts';

/** `google.firestore.v1.Precondition`. */
export interface PreconditionMessage {
  readonly exists?: boolean;
  readonly updateTime?: TimestampMessage;
}

/** `google.firestore.v1.DocumentTransform.FieldTransform`: one of the operations is set. */
export interface FieldTransformMessage {
  readonly fieldPath?: string;
  readonly setToServerValue?: string;
  readonly increment?: Value;
  readonly maximum?: Value;
  readonly minimum?: Value;
  readonly appendMissingElements?: ArrayMessage;
  readonly removeAllFromArray?: ArrayMessage;
}

/** `google.firestore.v1.Write`: `update`, `delete` or `transform` is set. */
export interface WriteMessage {
  readonly update?: { readonly name?: string; readonly fields?: Fields };
  readonly delete?: string;
  readonly transform?: {
    readonly document?: string;
    readonly fieldTransforms?: readonly FieldTransformMessage[];
  };
  readonly updateMask?: MaskMessage;
  readonly updateTransforms?: readonly FieldTransformMessage[];
  readonly currentDocument?: PreconditionMessage;
}

/** `google.firestore.v1.WriteResult`. */
export interface WriteResultMessage {
  readonly updateTime?: TimestampMessage;
  readonly transformResults?: readonly Value[];
}

/** `google.firestore.v1.CommitResponse`. */
export interface CommitResponse {
  readonly writeResults: readonly WriteResultMessage[];
  readonly commitTime: TimestampMessage;
}
