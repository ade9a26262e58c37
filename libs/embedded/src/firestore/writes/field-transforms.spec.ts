import type { Value } from '../protocol/value-messages.ts';
import { transformed } from './field-transforms.ts';

const integer = (integerValue: string): Value => ({ integerValue });
const double = (doubleValue: number): Value => ({ doubleValue });
const NOW = 1_700_000_000_123_456;

describe('transformed', () => {
  it('gives the time of the commit in milliseconds', () => {
    const time = { timestampValue: { seconds: '1700000000', nanos: 123_000_000 } };
    expect(transformed(undefined, { setToServerValue: 'REQUEST_TIME' }, NOW)).toEqual(time);
  });

  it.each([
    ['integers', integer('5'), integer('2'), integer('7')],
    ['a double to an integer', integer('5'), double(0.5), double(5.5)],
    ['to a missing value', undefined, integer('2'), integer('2')],
    ['to what is no number', { stringValue: 'x' }, integer('2'), integer('2')],
    [
      'up to the largest integer',
      integer('9223372036854775800'),
      integer('100'),
      integer('9223372036854775807'),
    ],
    [
      'down to the smallest integer',
      integer('-9223372036854775800'),
      integer('-100'),
      integer('-9223372036854775808'),
    ],
  ])('adds %s', (_, current, increment, expected) => {
    expect(transformed(current, { increment }, NOW)).toEqual(expected);
  });

  it('takes the larger or smaller number, and keeps the field when both are equal', () => {
    expect(transformed(integer('3'), { maximum: double(3.5) }, NOW)).toEqual(double(3.5));
    expect(transformed(integer('3'), { minimum: double(3.5) }, NOW)).toEqual(integer('3'));
    expect(transformed(integer('3'), { maximum: double(3) }, NOW)).toEqual(integer('3'));
    expect(transformed(integer('3'), { minimum: double(3) }, NOW)).toEqual(integer('3'));
  });

  it('adds to an array each missing element once', () => {
    const current = { arrayValue: { values: [integer('1')] } };
    const appendMissingElements = { values: [double(1), integer('2'), integer('2')] };
    expect(transformed(current, { appendMissingElements }, NOW)).toEqual({
      arrayValue: { values: [integer('1'), integer('2')] },
    });
  });

  it('removes every equal element, and starts an array where there was none', () => {
    const current = { arrayValue: { values: [integer('1'), integer('2'), double(1)] } };
    const removeAllFromArray = { values: [integer('1')] };
    expect(transformed(current, { removeAllFromArray }, NOW)).toEqual({
      arrayValue: { values: [integer('2')] },
    });
    expect(transformed(integer('1'), { removeAllFromArray }, NOW)).toEqual({
      arrayValue: { values: [] },
    });
  });

  it('refuses a transform that does nothing', () => {
    expect(() => transformed(undefined, { fieldPath: 'a.b' }, NOW)).toThrow(
      '"a.b" has no operation',
    );
  });
});
