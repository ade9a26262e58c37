import fc from 'fast-check';
import { isRunId, retryKeyOf, runIdOf } from './ids.ts';

describe('derived ids', () => {
  it('gives the same event the same run, and another event another', () => {
    expect(runIdOf('01HEVENT')).toBe(runIdOf('01HEVENT'));
    expect(runIdOf('01HEVENT')).not.toBe(runIdOf('01HEVENU'));
  });

  it('keeps its values for good: a change would open runs again and send cards again', () => {
    expect(runIdOf('01H7ZQ6E8WY4VK5V6C9Q3A2B1C')).toBe('9170ae3c-2491-5613-a048-e255c4768ac8');
  });

  it('makes only well-formed UUIDs of version 5', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        const id = runIdOf(text);
        expect(isRunId(id)).toBe(true);
        expect(id[14]).toBe('5');
      }),
    );
  });

  it('tells the pushes of two versions and two kinds apart', () => {
    const runId = runIdOf('01HEVENT');
    const keys = [
      retryKeyOf({ runId, version: 1 }, 'report'),
      retryKeyOf({ runId, version: 2 }, 'report'),
      retryKeyOf({ runId, version: 1 }, 'failure'),
    ];
    expect(new Set(keys).size).toBe(3);
    expect(keys.every(isRunId)).toBe(true);
  });
});
