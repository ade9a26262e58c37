import { DECISION_EXPIRED, NO_EVIDENCE_REASONS } from '@dossier/contracts';
import {
  failureWords,
  inHoursWords,
  noEvidenceWords,
  spanWords,
  taipeiTime,
} from './words.zh-tw.ts';

const HOUR_MS = 3_600_000;

describe('the words of the bot', () => {
  it('has an explanation of its own for each reason to report nothing', () => {
    const words = NO_EVIDENCE_REASONS.map((reason) => noEvidenceWords(reason)[0]);
    expect(new Set(words).size).toBe(NO_EVIDENCE_REASONS.length);
    expect(noEvidenceWords('corpus-empty').join('')).toMatch(/沒有任何.*文件.*放入文件/);
    expect(noEvidenceWords('a-reason-of-later')).toEqual(noEvidenceWords('no-evidence'));
  });

  it('tells a decision that came too late and a report that was refused from an error', () => {
    expect(failureWords('plan', DECISION_EXPIRED)).toBe(
      '等候確認太久，已經停止，停在「規劃」這一步。',
    );
    expect(failureWords('publish', 'gates-refused')).toContain('沒有通過品質檢查');
    expect(failureWords('search', 'TypeError')).toMatch(/發生問題.*「搜尋」.*抱歉/);
  });

  it('says of a failing model what a person can do about it', () => {
    expect(failureWords('plan', 'model-misconfigured')).toMatch(/設定有問題.*管理者.*「規劃」/);
    expect(failureWords('search', 'model-overloaded')).toMatch(/忙線.*再試.*「搜尋」/);
    expect(failureWords('write', 'model-refused')).toMatch(/換個說法.*「撰寫」/);
  });

  it.each([
    [0, '0 秒'],
    [59_999, '59 秒'],
    [200_000, '3 分 20 秒'],
    [HOUR_MS + 300_000, '1 小時 5 分'],
    [-5, '0 秒'],
    [NaN, '0 秒'],
  ])('says %d ms as %s', (ms, words) => {
    expect(spanWords(ms)).toBe(words);
  });

  it('promises nothing too early', () => {
    expect(inHoursWords(2 * HOUR_MS + 1)).toBe('約 3 小時後');
    expect(inHoursWords(HOUR_MS - 1)).toBe('不到 1 小時後');
  });

  it('tells the time in Taiwan', () => {
    expect(taipeiTime(new Date('2026-12-01T17:05:00.000Z'))).toBe('2026-12-02 01:05');
    expect(taipeiTime(new Date(NaN))).toBe('（時間不明）');
  });
});
