import { aDeadLetter } from './dead-letter.builder.ts';
import { compileFilter, type DeadLetterFilter } from './dead-letter-filter.ts';

const letter = aDeadLetter();
const matches = (filter: DeadLetterFilter, body = '{}'): boolean => {
  const compiled = compileFilter(filter);
  return compiled.matches(letter) && (compiled.matchesText?.(letter, body) ?? true);
};

describe('compileFilter', () => {
  it.each<[string, DeadLetterFilter]>([
    ['nothing', {}],
    ['its stage', { stages: ['write', 'plan'] }],
    ['its reason', { reasons: ['TypeError'] }],
    ['its fingerprint', { fingerprint: 'aaaaaaaa' }],
    ['its run', { runId: letter.command?.runId ?? '' }],
    ['its instant, included', { since: letter.receivedAt }],
    ['an instant after it', { until: '2026-12-01T08:00:00.001+08:00' }],
    ['its attempts', { minAttempts: 5, maxAttempts: 5 }],
    ['a pattern in its reason', { pattern: '^Type' }],
    ['a pattern in its body', { pattern: '\\{\\}$' }],
  ])('finds a letter by %s', (_title, filter) => {
    expect(matches(filter)).toBe(true);
  });

  it.each<[string, DeadLetterFilter]>([
    ['stage', { stages: ['write'] }],
    ['reason', { reasons: ['Type'] }],
    ['fingerprint', { fingerprint: 'bbbbbbbb' }],
    ['run', { runId: 'other' }],
    ['since', { since: '2026-12-01T00:00:00.001Z' }],
    ['until, which is not included', { until: letter.receivedAt }],
    ['attempts below', { minAttempts: 6 }],
    ['attempts above', { maxAttempts: 4 }],
    ['pattern', { pattern: 'absent' }],
    ['state', { states: ['replayed'] }],
  ])('leaves out a letter by %s', (_title, filter) => {
    expect(matches(filter)).toBe(false);
  });

  it('names every problem at once', () => {
    const bad = {
      stages: ['wirte'],
      states: ['opne'],
      since: 'yesterday',
      minAttempts: -1,
      limit: 0,
      pattern: '(',
    } as unknown as DeadLetterFilter;
    const named = /"wirte".*"opne".*limit .*since .*minAttempts .*pattern /;
    expect(() => compileFilter(bad)).toThrow(
      expect.objectContaining({
        code: 'bad-filter',
        message: expect.stringMatching(named) as string,
      }) as Error,
    );
  });

  it('ends a catastrophic pattern in bounded time', () => {
    const began = performance.now();
    const search = () => matches({ pattern: '^(a+)+$' }, `${'a'.repeat(5_000)}!`);
    const catastrophic = () => matches({ pattern: '(a+)+$' }, `${'a'.repeat(5_000)}!`);
    expect(search()).toBe(false);
    expect(catastrophic).toThrow(expect.objectContaining({ code: 'pattern-too-slow' }) as Error);
    expect(performance.now() - began).toBeLessThan(5_000);
  });
});
