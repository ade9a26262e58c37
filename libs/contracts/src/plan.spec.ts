import { wishOf, type FollowUp, type Plan } from './plan.ts';

const REQUEST = {
  question: '地熱？',
  reportLanguage: 'zh-TW',
  searchLanguages: ['ja'],
  baseVersion: 1,
} as const;
const PLAN: Plan = {
  question: '地熱？',
  reportLanguage: 'zh-TW',
  searchLanguages: ['ja'],
  groups: [],
  provider: 'gemini',
  wish: { kind: 'deepen', chapter: 2 },
};

describe('the wish of a follow-up', () => {
  it('is what planning made of words, once there is a plan', () => {
    const request: FollowUp = { ...REQUEST, kind: 'in-words', instruction: '多講一點' };
    expect(wishOf(request, PLAN)).toEqual({ kind: 'deepen', chapter: 2 });
    expect(wishOf(request, undefined)).toBe(request);
  });

  it('is its own, whatever the version was wished for whose plan it carries', () => {
    const request: FollowUp = { ...REQUEST, kind: 'rewrite', instruction: '短一點' };
    expect(wishOf(request, PLAN)).toBe(request);
  });
});
