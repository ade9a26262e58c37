import { replayAttributes } from './replay-attributes.ts';

const id = 'plan-0123456789abcdef0123';

describe('replayAttributes', () => {
  it('keeps the originals and says what it repeats', () => {
    const attributes = { traceparent: 't', replayOf: 'older', replayCount: '1' };
    expect(replayAttributes({ id, replayCount: 1, attributes })).toEqual({
      traceparent: 't',
      replayOf: id,
      replayCount: '2',
    });
  });

  it('leaves room for what publishing a command adds', () => {
    const many = Array.from({ length: 100 }, (_, index) => [`k${index}`, 'v']);
    const attributes = Object.fromEntries(many) as Record<string, string>;
    const sent = { ...replayAttributes({ id, replayCount: 0, attributes }), runId: 'r' };
    expect(Object.keys({ ...sent, version: '1', stage: 'plan' })).toHaveLength(100);
    expect(sent).toMatchObject({ replayOf: id });
  });

  it('drops a name that became too long by moving it aside', () => {
    const attributes = { [`x-origin-CloudPubSub${'x'.repeat(250)}`]: 'v', kept: 'v' };
    expect(Object.keys(replayAttributes({ id, replayCount: 0, attributes }))).toEqual([
      'kept',
      'replayOf',
      'replayCount',
    ]);
  });
});
