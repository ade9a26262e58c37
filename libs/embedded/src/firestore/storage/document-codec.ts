import type protobuf from 'protobufjs';
import type { Fields } from '../protocol/value-messages.ts';

const CONVERSION = { longs: String, enums: String, bytes: Buffer };

/** Turns the fields of a document into the bytes of a protobuf message and back. */
export class DocumentCodec {
  readonly #type: protobuf.Type;

  /** @param documentType the message type `google.firestore.v1.Document`. */
  constructor(documentType: protobuf.Type) {
    this.#type = documentType;
  }

  /** Bytes that {@link decode} turns into equal fields. */
  encode(fields: Fields): Uint8Array {
    return this.#type.encode(this.#type.fromObject({ fields })).finish();
  }

  /** @throws Error when the bytes are not a document. */
  decode(bytes: Uint8Array): Fields {
    // A Buffer, not a bare Uint8Array: protobufjs returns byte fields in the class it was given, and
    // a rewrite with the same bytes is recognised as such only when the classes agree.
    const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    const document: unknown = this.#type.toObject(this.#type.decode(buffer), CONVERSION);
    if (!isDocument(document)) throw new Error('the stored bytes are not a Firestore document');
    return document.fields ?? {};
  }
}

function isDocument(value: unknown): value is { readonly fields?: Fields } {
  if (typeof value !== 'object' || value === null) return false;
  return !('fields' in value) || typeof value.fields === 'object';
}
