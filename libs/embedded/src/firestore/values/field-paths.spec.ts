import type { Fields } from '../protocol/value-messages.ts';
import { parseFieldPath, projectFields, valueAt, withValueAt } from './field-paths.ts';

const one = { integerValue: '1' };
const two = { integerValue: '2' };
const map = (fields: Fields) => ({ mapValue: { fields } });

describe('parseFieldPath', () => {
  it.each([
    ['a', ['a']],
    ['a.b.c', ['a', 'b', 'c']],
    ['`a.b`.c', ['a.b', 'c']],
    ['a.`x\\`y\\\\z`', ['a', 'x`y\\z']],
    ['欄位.`子 欄`', ['欄位', '子 欄']],
  ])('reads %s', (path, segments) => {
    expect(parseFieldPath(path)).toEqual(segments);
  });
});

describe('valueAt', () => {
  it('finds nested values and tells when a part of the path is missing', () => {
    const fields = { a: map({ b: one }) };
    expect(valueAt(fields, ['a', 'b'])).toBe(one);
    expect(valueAt(fields, ['a', 'c'])).toBeUndefined();
    expect(valueAt(fields, ['a', 'b', 'c'])).toBeUndefined();
  });

  it('does not take what every JavaScript object inherits for a field', () => {
    expect(valueAt({}, ['constructor'])).toBeUndefined();
    expect(valueAt({ a: map({}) }, ['a', 'toString'])).toBeUndefined();
  });
});

describe('withValueAt', () => {
  it('leaves the original alone and keeps siblings', () => {
    const fields = { a: map({ b: one, c: one }) };
    expect(withValueAt(fields, ['a', 'b'], two)).toEqual({ a: map({ b: two, c: one }) });
    expect(fields).toEqual({ a: map({ b: one, c: one }) });
  });

  it('makes maps on the way, in place of what is no map', () => {
    expect(withValueAt({ a: one }, ['a', 'b', 'c'], two)).toEqual({
      a: map({ b: map({ c: two }) }),
    });
  });

  it('removes a field, and changes nothing when the way to it is no map', () => {
    expect(withValueAt({ a: map({ b: one }), k: one }, ['a', 'b'], undefined)).toEqual({
      a: map({}),
      k: one,
    });
    expect(withValueAt({ a: one }, ['a', 'b'], undefined)).toEqual({ a: one });
  });
});

describe('projectFields', () => {
  it('keeps what the paths name and skips what is not there', () => {
    const fields = { a: map({ b: one, c: one }), d: two, e: two };
    expect(projectFields(fields, ['a.b', 'd', 'x.y'])).toEqual({ a: map({ b: one }), d: two });
    expect(projectFields(fields, [])).toEqual({});
  });
});
