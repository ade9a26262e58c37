import { invalid } from './storage-error.ts';

/** Bytes `start` to `end`, both included. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

/**
 * Reads the Range header of a download for an object of `size` bytes.
 * @returns the part asked for; 'whole' when there is no usable single range (RFC 9110 lets a server
 * ignore one that it does not understand); 'unsatisfiable' when it starts after the end (416).
 */
export function downloadRange(
  header: string | undefined,
  size: number,
): ByteRange | 'whole' | 'unsatisfiable' {
  const match = /^bytes=(\d*)-(\d*)$/.exec(header?.trim() ?? '');
  const [first, last] = [match?.[1] ?? '', match?.[2] ?? ''];
  if (first === '' && last === '') return 'whole';
  if (first === '') {
    const length = Math.min(Number(last), size);
    return length === 0 ? 'unsatisfiable' : { start: size - length, end: size - 1 };
  }
  const start = Number(first);
  const end = last === '' ? size - 1 : Math.min(Number(last), size - 1);
  if (last !== '' && Number(last) < start) return 'whole';
  return start >= size ? 'unsatisfiable' : { start, end };
}

/** What one PUT to an upload session says about itself. */
export interface UploadRange {
  /** Offset of the first byte in this body; undefined for a status query. */
  readonly start: number | undefined;
  /** Size of the whole object; undefined while the client does not know it. */
  readonly total: number | undefined;
  /** True when the client promises that this body is the last one. */
  readonly last: boolean;
}

/**
 * Reads the Content-Range of a resumable upload whose body has `length` bytes. The forms are
 * `bytes 0-9/20`, `bytes 0-9/*` (more follows), `bytes 0-*` + `/*` or `/20` (all the rest, as the
 * Node client streams it), `bytes *` + `/20` (status query); no header at all means the whole object.
 * https://cloud.google.com/storage/docs/performing-resumable-uploads
 */
export function uploadRange(header: string | undefined, length: number): UploadRange {
  if (header === undefined) return { start: 0, total: length, last: true };
  const match = /^bytes (?:\*|(\d+)-(-?\d+|\*))\/(\d+|\*)$/.exec(header.trim());
  if (match === null) throw invalid(`Invalid Content-Range: ${header}`);
  const [, first, end, size] = match;
  const total = size === '*' ? undefined : Number(size);
  if (first === undefined) return { start: undefined, total, last: false };
  const start = Number(first);
  if (end === '*') return { start, total: total ?? start + length, last: true };
  // An empty last chunk is written by the Node client as `bytes 10-9/10`, or `bytes 0--1/0`.
  if (Number(end) - start + 1 !== length) {
    throw invalid(`Content-Range ${header} does not fit a body of ${length} bytes.`);
  }
  return { start, total, last: total !== undefined && start + length === total };
}
