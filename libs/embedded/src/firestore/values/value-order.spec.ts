import type { Value } from '../protocol/value-messages.ts';
import { compareValues, typeOf, valuesEqual } from './value-order.ts';

const string = (stringValue: string): Value => ({ stringValue });
const integer = (integerValue: string): Value => ({ integerValue });
const double = (doubleValue: number): Value => ({ doubleValue });
const array = (...values: Value[]): Value => ({ arrayValue: { values } });
const map = (fields: Record<string, Value>): Value => ({ mapValue: { fields } });
const vector = (...numbers: number[]): Value =>
  map({ __type__: string('__vector__'), value: array(...numbers.map(double)) });
const reference = (referenceValue: string): Value => ({ referenceValue });

const ascending: Value[] = [
  { nullValue: 'NULL_VALUE' },
  { booleanValue: false },
  { booleanValue: true },
  double(NaN),
  double(-Infinity),
  integer('-9223372036854775808'),
  double(-0.5),
  integer('0'),
  integer('9007199254740992'),
  integer('9007199254740993'),
  double(Infinity),
  { timestampValue: { seconds: '5', nanos: 1000 } },
  { timestampValue: { seconds: '5', nanos: 2000 } },
  { timestampValue: { seconds: '253402300798' } },
  string(''),
  string('Z'),
  string('a'),
  string('ab'),
  string('中'),
  string('\uFF5E'),
  string('\u{1F600}'),
  { bytesValue: Buffer.of(1) },
  { bytesValue: Buffer.of(1, 0) },
  reference('a/__id-9223372036854775808__'),
  reference('a/__id-10__'),
  reference('a/__id-9__'),
  reference('a/__id9__'),
  reference('a/__id9__/c/d'),
  reference('a/__id10__'),
  reference('a/0'),
  reference('a/Z'),
  reference('a/__id1.5__'),
  reference('a/__idx__'),
  reference('a/b'),
  reference('a/b/c/__id7__'),
  reference('a/b/c/Z'),
  reference('a/b/c/d'),
  reference('a!/b'),
  { geoPointValue: { latitude: -1 } },
  { geoPointValue: { longitude: -3 } },
  { geoPointValue: {} },
  array(),
  array(integer('1')),
  array(integer('1'), integer('1')),
  array(integer('2')),
  vector(9),
  vector(1, 2),
  map({}),
  map({ a: integer('2') }),
  map({ a: integer('2'), b: integer('1') }),
  map({ b: integer('1') }),
];

describe('compareValues', () => {
  it('puts values of all types in one strict order, whichever side they stand on', () => {
    for (const [i, a] of ascending.entries()) {
      for (const [j, b] of ascending.entries()) {
        expect(Math.sign(compareValues(a, b))).toBe(Math.sign(i - j));
      }
    }
  });

  it('sees no difference between an integer and the same double, zeros, and NaNs', () => {
    expect(valuesEqual(integer('2'), double(2))).toBe(true);
    expect(valuesEqual(double(-0), integer('0'))).toBe(true);
    expect(valuesEqual(double(NaN), double(NaN))).toBe(true);
  });

  it('tells numeric ids apart that are written differently', () => {
    expect(valuesEqual(reference('a/__id7__'), reference('a/__id07__'))).toBe(false);
  });

  it('does not care in which order the fields of a map were written', () => {
    const one = map({ a: integer('1'), b: integer('2') });
    const other = map({ b: integer('2'), a: integer('1') });
    expect(valuesEqual(one, other)).toBe(true);
  });
});

describe('typeOf', () => {
  it('tells a vector from a map', () => {
    expect(typeOf(vector(1))).toBe('vector');
    expect(typeOf(map({ value: array() }))).toBe('map');
  });
});
