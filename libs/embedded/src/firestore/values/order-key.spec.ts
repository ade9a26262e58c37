import fc from 'fast-check';
import type { Value } from '../protocol/value-messages.ts';
import { behindAll, descending, orderKey } from './order-key.ts';
import { compareValues } from './value-order.ts';

const INT64 = { min: -(2n ** 63n), max: 2n ** 63n - 1n };
const text = fc.oneof(
  fc.constantFrom('', 'a', 'a\0', 'a\0b', 'a\u0001', 'ab', 'é', '研究', '\uffff', '🧪'),
  fc.string({ unit: 'grapheme' }),
);
const integers = fc.oneof(
  fc.bigInt(INT64),
  fc.bigInt({ min: 2n ** 53n - 3n, max: 2n ** 53n + 3n }),
  fc.constantFrom(INT64.min, INT64.max, INT64.max - 1n, 0n, -1n),
);
const doubles = fc.oneof(
  fc.double(),
  fc.constantFrom(0, -0, NaN, Infinity, -Infinity, 2 ** 53, 2 ** 53 + 2, 2 ** 63, 5e-324),
);
const segment = fc.constantFrom('a', 'a!', 'b', '__id7__', '__id-9223372036854775808__', '研');
const leaves: fc.Arbitrary<Value> = fc.oneof(
  fc.constant({ nullValue: 'NULL_VALUE' }),
  fc.boolean().map((booleanValue) => ({ booleanValue })),
  integers.map((integer) => ({ integerValue: String(integer) })),
  doubles.map((doubleValue) => ({ doubleValue })),
  fc
    .record({ seconds: fc.integer().map(String), nanos: fc.integer({ min: 0, max: 999_999_999 }) })
    .map((timestampValue) => ({ timestampValue })),
  text.map((stringValue) => ({ stringValue })),
  fc.uint8Array({ maxLength: 4 }).map((bytesValue) => ({ bytesValue })),
  fc
    .array(segment, { minLength: 1, maxLength: 4 })
    .map((path) => ({ referenceValue: path.join('/') })),
  fc
    .record({ latitude: fc.integer({ min: -2, max: 2 }), longitude: doubles })
    .filter(({ longitude }) => !Number.isNaN(longitude))
    .map((geoPointValue) => ({ geoPointValue })),
  fc
    .array(
      doubles.map((doubleValue) => ({ doubleValue })),
      { maxLength: 3 },
    )
    .map((values): Value => {
      const value = { arrayValue: { values } };
      return { mapValue: { fields: { __type__: { stringValue: '__vector__' }, value } } };
    }),
);
const { value: values } = fc.letrec<{ value: Value }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3, depthSize: 'small' },
    leaves,
    fc.array(tie('value'), { maxLength: 3 }).map((list) => ({ arrayValue: { values: list } })),
    fc
      .dictionary(fc.constantFrom('a', 'ab', 'b', '', 'é'), tie('value'), { maxKeys: 3 })
      .map((fields) => ({ mapValue: { fields } })),
  ),
}));

describe('orderKey', () => {
  it('sorts as the values do, up and down', () => {
    fc.assert(
      fc.property(values, values, (a, b) => {
        const order = Math.sign(compareValues(a, b));
        const [x, y] = [orderKey(a), orderKey(b)];
        expect(Buffer.compare(x, y)).toBe(order);
        expect(Buffer.compare(descending(y), descending(x))).toBe(order);
      }),
      { numRuns: 3000 },
    );
  });

  it('tells integers apart that are one double, and puts doubles between them', () => {
    const ascending: Value[] = [
      { integerValue: '9007199254740991' },
      { doubleValue: 2 ** 53 },
      { integerValue: '9007199254740993' },
      { integerValue: '9223372036854775806' },
      { integerValue: '9223372036854775807' },
      { doubleValue: 2 ** 63 },
    ];
    const keys = ascending.map((value) => orderKey(value).toString('hex'));
    expect(keys.toSorted()).toEqual(keys);
    expect(new Set(keys).size).toBe(keys.length);
  });

  it('is the beginning of no other key, so that keys can be joined', () => {
    fc.assert(
      fc.property(values, values, (a, b) => {
        const [x, y] = [orderKey(a), orderKey(b)];
        if (x.length < y.length) expect(y.subarray(0, x.length).equals(x)).toBe(false);
      }),
      { numRuns: 1000 },
    );
  });
});

describe('behindAll', () => {
  it('is above all keys with the prefix and not above the next one', () => {
    expect(behindAll(Buffer.of(1, 2))).toEqual(Buffer.of(1, 3));
    expect(behindAll(Buffer.of(1, 255, 255))).toEqual(Buffer.of(2));
    expect(behindAll(Buffer.of(255))).toBeUndefined();
    expect(behindAll(Buffer.of())).toBeUndefined();
  });
});
