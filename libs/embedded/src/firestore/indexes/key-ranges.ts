import type { Condition } from '../queries/disjunctions.ts';
import type { Cursor, StructuredQuery } from '../protocol/query-messages.ts';
import { behindAll, descending, orderKey, typeKey } from '../values/order-key.ts';
import { keyPart, type IndexField } from './index-definition.ts';

/** Keys from `from` (included) to `to` (not included; undefined: to the end). */
export interface KeyRange {
  readonly from: Buffer;
  readonly to: Buffer | undefined;
  /** Whether anything but the prefix bounds it. */
  readonly isBounded: boolean;
}

/** How the keys behind the prefix are sorted. */
export interface KeyOrder {
  readonly sorted: readonly IndexField[];
  /** Whether the values of cursors are those of `sorted`, one by one. */
  readonly cursorsFit: boolean;
}

/**
 * The range that holds every key with the prefix which a branch and the cursors of a query allow. It
 * may hold a few more at its ends: bounds are taken as included.
 */
export function boundsOf(
  { startAt, endAt }: StructuredQuery,
  branch: readonly Condition[],
  prefix: Buffer,
  { sorted, cursorsFit }: KeyOrder,
): KeyRange {
  const lowest: Buffer[] = [];
  const highest: Buffer[] = [];
  const [first] = sorted;
  if (first !== undefined) {
    for (const { path, op, value } of branch) {
      if (path !== first.path || value === undefined) continue;
      const bounds = inclusiveBounds(op, orderKey(value), typeKey(value));
      if (bounds === undefined) continue;
      const [low, high] = first.mode === 'DESCENDING' ? bounds.map(descending).reverse() : bounds;
      if (low !== undefined) lowest.push(low);
      if (high !== undefined) highest.push(high);
    }
  }
  if (cursorsFit) {
    if (startAt !== undefined) lowest.push(cursorKey(startAt, sorted));
    if (endAt !== undefined) highest.push(cursorKey(endAt, sorted));
  }
  const froms = lowest.map((key) => Buffer.concat([prefix, key]));
  const ends = [prefix, ...highest.map((key) => Buffer.concat([prefix, key]))].map(behindAll);
  return {
    from: froms.reduce((a, b) => (Buffer.compare(a, b) > 0 ? a : b), prefix),
    to: ends.filter((end) => end !== undefined).sort((a, b) => Buffer.compare(a, b))[0],
    isBounded: lowest.length > 0 || highest.length > 0,
  };
}

/** The beginnings of the lowest and highest keys that a comparison allows: it stays within a type. */
function inclusiveBounds(op: string, key: Buffer, type: Buffer): [Buffer, Buffer] | undefined {
  if (op === 'LESS_THAN' || op === 'LESS_THAN_OR_EQUAL') return [type, key];
  if (op === 'GREATER_THAN' || op === 'GREATER_THAN_OR_EQUAL') return [key, type];
  return undefined;
}

function cursorKey({ values = [] }: Cursor, sorted: readonly IndexField[]): Buffer {
  return Buffer.concat(values.map((value, i) => keyPart(sorted[i]?.mode ?? 'ASCENDING', value)));
}
