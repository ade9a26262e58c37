import { checkIndexEntries, countIndexEntries } from './index-entries.ts';

const text = { stringValue: 'x' };
const array = (length: number, value: (i: number) => number) => ({
  arrayValue: {
    values: Array.from({ length }, (_, i) => ({ integerValue: String(value(i)) })),
  },
});

describe('countIndexEntries', () => {
  it('counts values twice, elements once and maps by their fields', () => {
    const m = { mapValue: { fields: { text, list: array(3, (i) => i), empty: { mapValue: {} } } } };
    expect(countIndexEntries({ text, m, none: { arrayValue: {} } })).toBe(2 + 2 + 3);
  });

  it('takes equal elements of a very long array for one', () => {
    expect(countIndexEntries({ a: array(50_000, (i) => i % 7) })).toBe(7);
  });
});

describe('checkIndexEntries', () => {
  it('refuses the 40,001st entry', () => {
    const fields = (length: number) => ({ text, a: array(length, (i) => i) });
    expect(() => checkIndexEntries('c/a', fields(39_998))).not.toThrow();
    expect(() => checkIndexEntries('c/a', fields(39_999))).toThrow('too many index entries: 40001');
  });
});
