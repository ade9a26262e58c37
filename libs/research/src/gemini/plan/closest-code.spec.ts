import { closestCode } from './closest-code.ts';

const VERDICTS = ['researchable', 'not-researchable'] as const;
const ERRORS = ['chapter_not_found', 'unclear'] as const;

describe('an odd value of a code', () => {
  it.each([
    'chapter_not_found',
    'chapter_not_found_chapter_not_found',
    'chapter_not_found_chapter_not_found_chapter',
    'CHAPTER-NOT-FOUND',
    'chapterNotFound',
    'chapternotfoundchapternotfound',
    'error: chapter_not_found (9)',
    ' ｃｈａｐｔｅｒ＿not found ',
  ])('counts as the code: %s', (value) => {
    expect(closestCode(value, ERRORS)).toBe('chapter_not_found');
  });

  it('is not taken for the opposite that it holds', () => {
    expect(closestCode('not_researchable_not_researchable', VERDICTS)).toBe('not-researchable');
    expect(closestCode('verdict: not researchable', VERDICTS)).toBe('not-researchable');
    expect(closestCode('researchable', VERDICTS)).toBe('researchable');
  });

  it.each(['', '???', '找不到', 'found', 'chapter_not_found or unclear', 7, null, {}, ['unclear']])(
    'is none when nothing or two things are meant: %j',
    (value) => {
      expect(closestCode(value, ERRORS)).toBeUndefined();
    },
  );
});
