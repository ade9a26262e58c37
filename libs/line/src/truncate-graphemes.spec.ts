import fc from 'fast-check';
import { cutLabel, oneLine, truncateGraphemes } from './truncate-graphemes.ts';

describe('truncateGraphemes', () => {
  it('leaves text that fits alone', () => {
    expect(truncateGraphemes('碳費', 2)).toBe('碳費');
  });

  it('cuts before a family emoji instead of inside it', () => {
    const family = '👨‍👩‍👧‍👦';
    expect(truncateGraphemes(`甲${family}乙`, family.length + 1)).toBe('甲…');
    expect(truncateGraphemes(`甲${family}乙丙`, family.length + 2)).toBe(`甲${family}…`);
  });

  it('is never longer than asked, well formed, and starts as the text does', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'binary', maxLength: 60 }),
        fc.integer({ min: 1, max: 40 }),
        (text, maxUnits) => {
          const cut = truncateGraphemes(text, maxUnits);
          expect(cut.length).toBeLessThanOrEqual(maxUnits);
          expect(cut.isWellFormed()).toBe(true);
          expect(text.toWellFormed().startsWith(cut.replace(/…$/, ''))).toBe(true);
        },
      ),
    );
  });
});

describe('oneLine', () => {
  it('folds line ends, and puts something in place of nothing', () => {
    expect(oneLine(' 一\n\t二 ', 10, '無')).toBe('一 二');
    expect(oneLine('\n \u0000', 10, '無')).toBe('無');
  });

  it('lets no direction mark through, and keeps what joins an emoji', () => {
    expect(oneLine('甲\u202E乙\u2066丙\u200F', 10, '無')).toBe('甲乙丙');
    expect(oneLine('👩‍🔬', 10, '無')).toBe('👩‍🔬');
  });

  it('takes letters without a shape for nothing', () => {
    expect(oneLine('\u200B\uFEFF\u3164 \u00AD', 10, '無')).toBe('無');
  });
});

describe('cutLabel', () => {
  it('counts characters as readers do', () => {
    const family = '👨‍👩‍👧‍👦';
    expect(cutLabel(family.repeat(20), 20)).toBe(family.repeat(20));
    expect(cutLabel(family.repeat(21), 20)).toBe(`${family.repeat(19)}…`);
  });

  it('bounds a character that thousands of accents make', () => {
    expect(cutLabel(`甲a${'\u0301'.repeat(5_000)}乙`, 20)).toBe('甲…');
  });
});
