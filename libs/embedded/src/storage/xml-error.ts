import { StorageError } from './storage-error.ts';
import type { StorageReply } from './storage-http.ts';

/**
 * A refusal in the shape of the XML API, which serves signed URLs. `reason` is its `Code`.
 * https://cloud.google.com/storage/docs/xml-api/reference-status
 */
export class XmlError extends StorageError {
  readonly #details: string;

  constructor(status: number, code: string, message: string, details = '') {
    super(status, code, message);
    this.#details = details;
  }

  /** The XML document that goes back. */
  get reply(): StorageReply {
    const details = this.#details === '' ? '' : `<Details>${escaped(this.#details)}</Details>`;
    const body =
      `<?xml version='1.0' encoding='UTF-8'?><Error><Code>${escaped(this.reason)}</Code>` +
      `<Message>${escaped(this.message)}</Message>${details}</Error>`;
    return {
      status: this.status,
      headers: { 'content-type': 'application/xml; charset=UTF-8' },
      body: Buffer.from(body),
    };
  }
}

const CODES: Readonly<Record<string, string>> = {
  notFound: 'NoSuchKey',
  conditionNotMet: 'PreconditionFailed',
  invalid: 'InvalidArgument',
  uploadTooLarge: 'EntityTooLarge',
  notImplemented: 'NotImplemented',
};

/** A refusal of the shared rules as the XML API words it. */
export function asXmlError(error: StorageError): XmlError {
  if (error instanceof XmlError) return error;
  return new XmlError(error.status, CODES[error.reason] ?? error.reason, error.message);
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
