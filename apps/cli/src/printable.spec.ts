import { instant, printable, printableLines, span, textTable } from './printable.ts';

describe('printable', () => {
  it('takes away what would move the cursor, colour the line or turn its direction', () => {
    expect(printable('a\u001b[31m b\r\nc\u202ed\u0007')).toBe('a [31m b c d');
  });

  it('cuts between what a reader sees as characters', () => {
    expect(printable('👩🏽一二三四', 3)).toBe('👩🏽一…');
    expect(printable('一二三', 3)).toBe('一二三');
  });
});

it('keeps lines and their indentation, and nothing else that a terminal obeys', () => {
  expect(printableLines('a\u001b[2J\r\n  - b\u202e\u0007c')).toBe('a [2J \n  - b c');
});

it('aligns columns and ends lines where their text ends', () => {
  expect(textTable(['A', 'LONG'], [['xyz', 'q']])).toBe('A    LONG\nxyz  q');
});

it('tells spans and instants in their largest unit', () => {
  const now = new Date('2026-12-01T06:00:00.000Z');
  expect([0, 59_999, 60_000, 7_200_000, 90_000_000].map(span)).toEqual([
    '0s',
    '59s',
    '1m',
    '2h',
    '1d',
  ]);
  expect(instant('2026-12-01T06:05:00.000Z', now)).toContain('(in 5m)');
  expect(instant('2026-12-01T04:00:00.000Z', now)).toContain('(2h ago)');
});
