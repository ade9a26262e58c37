import { Permanent } from '@dossier/contracts';

/**
 * Firestore refuses documents above 1 MiB (firebase.google.com/docs/firestore/quotas). Names and
 * field overheads count too, so we stop well before it.
 */
const MAX_DOCUMENT_BYTES = 900_000;

/**
 * Checks a document before it is written, in bytes of UTF-8 JSON.
 * @throws Permanent `document-too-large`: writing it again would be refused again.
 */
export function assertDocumentFits(path: string, document: unknown): void {
  const bytes = Buffer.byteLength(JSON.stringify(document));
  if (bytes <= MAX_DOCUMENT_BYTES) return;
  throw new Permanent('document-too-large', {
    message: `${path} would be ${bytes} bytes; the limit is ${MAX_DOCUMENT_BYTES}`,
  });
}
