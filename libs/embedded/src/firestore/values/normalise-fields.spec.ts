import type { Value } from '../protocol/value-messages.ts';
import { normaliseFields } from './normalise-fields.ts';

describe('normaliseFields', () => {
  it('cuts times to microseconds without losing digits of far ones', () => {
    const far = { timestampValue: { seconds: '253402300798', nanos: 999_999_999 } };
    expect(normaliseFields({ far })).toEqual({
      far: { timestampValue: { seconds: '253402300798', nanos: 999_999_000 } },
    });
  });

  it('writes empty maps and arrays the way they come back from storage', () => {
    const empty = { m: { mapValue: { fields: {} } }, a: { arrayValue: { values: [] } } };
    expect(normaliseFields(empty)).toEqual({ m: { mapValue: {} }, a: { arrayValue: {} } });
  });

  it('refuses arrays in arrays, but not in maps in arrays', () => {
    const array = (...values: Value[]): Value => ({ arrayValue: { values } });
    expect(() => normaliseFields({ v: array(array()) })).toThrow('invalid nested entity');
    const inMap = array({ mapValue: { fields: { inner: array() } } });
    expect(() => normaliseFields({ v: inMap })).not.toThrow();
  });

  it('refuses reserved names except in vectors', () => {
    const type = (stringValue: string) => ({ mapValue: { fields: { __type__: { stringValue } } } });
    expect(() => normaliseFields({ v: type('__vector__') })).not.toThrow();
    expect(() => normaliseFields({ v: type('other') })).toThrow('"__type__" is reserved');
  });
});
