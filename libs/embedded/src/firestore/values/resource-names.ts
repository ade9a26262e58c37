import { invalidArgument } from '../protocol/firestore-error.ts';
import { LIMITS } from './limits.ts';

/** `projects/P/databases/D/documents`: this many segments come before the path of a document. */
const ROOT_SEGMENTS = 5;

const RESERVED = /^__.*__$/;

/** True for names that Firestore keeps for itself, such as `__name__`. */
export function isReservedName(name: string): boolean {
  return RESERVED.test(name);
}

/** The part of a full document name that its author knows: `collection/id[/collection/id…]`. */
export function relativePathOf(name: string): string {
  return name.split('/').slice(ROOT_SEGMENTS).join('/');
}

/** The root `projects/P/databases/D/documents` that a name begins with. */
export function rootOf(name: string): string {
  return name.split('/', ROOT_SEGMENTS).join('/');
}

/** The parts of a document name: `parent/collectionId/id`. */
export function splitDocumentName(name: string): { parent: string; collectionId: string } {
  const idAt = name.lastIndexOf('/');
  const collectionAt = name.lastIndexOf('/', idAt - 1);
  return { parent: name.slice(0, collectionAt), collectionId: name.slice(collectionAt + 1, idAt) };
}

/** @throws FirestoreError INVALID_ARGUMENT when no document can have this name. */
export function checkDocumentName(name: string): void {
  const segments = name.split('/');
  const isDocument = segments.length >= ROOT_SEGMENTS + 2 && segments.length % 2 === 1;
  if (!isDocument) throw invalidArgument(`Document name "${name}" is invalid.`);
  if (Buffer.byteLength(name) > LIMITS.documentNameBytes) {
    throw invalidArgument(`Document name exceeds ${LIMITS.documentNameBytes} bytes.`);
  }
  for (const id of segments.slice(ROOT_SEGMENTS)) {
    const isReserved = id === '' || id === '.' || id === '..' || isReservedName(id);
    if (isReserved || Buffer.byteLength(id) > LIMITS.resourceIdBytes) {
      throw invalidArgument(`Resource id "${id}" is invalid because it is reserved or too long.`);
    }
  }
}
