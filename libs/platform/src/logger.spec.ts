import { Retryable } from '@dossier/contracts';
import { describeError } from './logger.ts';

describe('describeError', () => {
  it('keeps class, message, codes and causes', () => {
    const cause = Object.assign(new Error('14 UNAVAILABLE'), { code: 14 });
    expect(describeError(new Retryable('publish-failed', { cause }))).toMatchObject({
      type: 'Retryable',
      reason: 'publish-failed',
      cause: { message: '14 UNAVAILABLE', code: 14 },
    });
  });

  it('drops whatever a client hangs on its errors: answers, requests, tokens', () => {
    const error = Object.assign(new Error('400 - Bad Request'), {
      body: 'the words of a person',
      request: { headers: { authorization: 'Bearer secret' } },
    });
    expect(JSON.stringify(describeError(error))).not.toMatch(/words of a person|Bearer/);
  });

  it('survives a cycle of causes and things that are no errors', () => {
    const error: Error & { cause?: unknown } = new Error('circular');
    error.cause = error;
    expect(JSON.stringify(describeError(error))).toContain('circular');
    expect(describeError('text of a person')).toEqual({ type: 'string' });
  });
});
