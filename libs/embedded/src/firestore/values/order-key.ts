import type { Value } from '../protocol/value-messages.ts';
import { numericIdIn } from './name-order.ts';
import { compareUtf8 } from './utf8-order.ts';
import { elementsOfVector, rankOf, typeOf } from './value-order.ts';

const INT64_SIGN = 2n ** 63n;
const INT64_MAX = INT64_SIGN - 1n;
/** Ends a list; every element starts with a larger byte, so a shorter list sorts first. */
const END = Buffer.of(0);
const ENTRY = Buffer.of(1);
const NUMERIC_SEGMENT = Buffer.of(1);
const TEXT_SEGMENT = Buffer.of(2);

/**
 * A value as bytes whose order is the order of values: `compareValues(a, b)` and the comparison of
 * their keys always agree. No key is the beginning of another, so keys can be put one behind the other.
 */
export function orderKey(value: Value): Buffer {
  return Buffer.concat([typeKey(value), contentKey(value)]);
}

/** What all keys of the value's type begin with. */
export function typeKey(value: Value): Buffer {
  return Buffer.of(rankOf(value) + 1);
}

/** The key that sorts the other way round. */
export function descending(key: Buffer): Buffer {
  return key.map((byte) => 255 - byte) as Buffer;
}

/** The smallest key behind all that begin with `prefix`; undefined when there is none. */
export function behindAll(prefix: Buffer): Buffer | undefined {
  const last = prefix.findLastIndex((byte) => byte < 255);
  if (last === -1) return undefined;
  const key = Buffer.from(prefix.subarray(0, last + 1));
  key.writeUInt8(key.readUInt8(last) + 1, last);
  return key;
}

function contentKey(value: Value): Buffer {
  switch (typeOf(value)) {
    case 'null':
      return Buffer.of();
    case 'boolean':
      return Buffer.of(Number(value.booleanValue));
    case 'number':
      return numberKey(value);
    case 'timestamp': {
      const { seconds = '0', nanos = 0 } = value.timestampValue ?? {};
      return Buffer.concat([int64Key(BigInt(seconds)), uint32Key(nanos)]);
    }
    case 'string':
      return bytesKey(Buffer.from(value.stringValue ?? ''));
    case 'bytes':
      return bytesKey(Buffer.from(value.bytesValue ?? []));
    case 'reference':
      return nameKey(value.referenceValue ?? '');
    case 'geoPoint': {
      const { latitude = 0, longitude = 0 } = value.geoPointValue ?? {};
      return Buffer.concat([doubleKey(latitude), doubleKey(longitude)]);
    }
    case 'array':
      return listKey((value.arrayValue?.values ?? []).map(orderKey));
    case 'vector': {
      const elements = elementsOfVector(value);
      return Buffer.concat([uint32Key(elements.length), ...elements.map(orderKey)]);
    }
    case 'map': {
      const entries = Object.entries(value.mapValue?.fields ?? {});
      entries.sort(([a], [b]) => compareUtf8(a, b));
      const keys = entries.map(([name, inner]) =>
        Buffer.concat([ENTRY, bytesKey(Buffer.from(name)), orderKey(inner)]),
      );
      return listKey(keys);
    }
  }
}

/**
 * Integers and doubles are one order: the nearest double, then what an integer above 2^53 is away from
 * it, which is at most half of the 1024 that lie between two doubles there.
 */
function numberKey({ integerValue, doubleValue = 0 }: Value): Buffer {
  if (integerValue === undefined) return Buffer.concat([doubleKey(doubleValue), distanceKey(0)]);
  const nearest = Number(integerValue);
  const distance = Number(BigInt(integerValue) - BigInt(nearest));
  return Buffer.concat([doubleKey(nearest), distanceKey(distance)]);
}

function distanceKey(distance: number): Buffer {
  const key = Buffer.alloc(2);
  key.writeUInt16BE(distance + 0x8000);
  return key;
}

/** NaN first, then by size; the two zeros are one. */
function doubleKey(number: number): Buffer {
  const key = Buffer.alloc(8);
  if (Number.isNaN(number)) return key;
  key.writeDoubleBE(number === 0 ? 0 : number);
  const bits = key.readBigUInt64BE();
  const isNegative = bits >= INT64_SIGN;
  key.writeBigUInt64BE(isNegative ? 2n * INT64_SIGN - 1n - bits : bits + INT64_SIGN);
  return key;
}

function int64Key(integer: bigint): Buffer {
  const inRange = integer > INT64_MAX ? INT64_MAX : integer < -INT64_SIGN ? -INT64_SIGN : integer;
  const key = Buffer.alloc(8);
  key.writeBigUInt64BE(inRange + INT64_SIGN);
  return key;
}

function uint32Key(integer: number): Buffer {
  const key = Buffer.alloc(4);
  key.writeUInt32BE(integer);
  return key;
}

/** Ends in 00 01; a zero byte of the text becomes 00 FF, so that no text seems to end early. */
function bytesKey(bytes: Buffer): Buffer {
  const parts: Buffer[] = [];
  let from = 0;
  for (let at = bytes.indexOf(0); at !== -1; at = bytes.indexOf(0, from)) {
    parts.push(bytes.subarray(from, at), Buffer.of(0, 255));
    from = at + 1;
  }
  return Buffer.concat([...parts, bytes.subarray(from), Buffer.of(0, 1)]);
}

function nameKey(name: string): Buffer {
  const segments = name.split('/').map((segment) => {
    const text = bytesKey(Buffer.from(segment));
    const id = numericIdIn(segment);
    if (id === undefined) return Buffer.concat([TEXT_SEGMENT, text]);
    return Buffer.concat([NUMERIC_SEGMENT, int64Key(id), text]);
  });
  return listKey(segments);
}

function listKey(elements: readonly Buffer[]): Buffer {
  return Buffer.concat([...elements, END]);
}
