import { readMarks } from './dead-letter-marks.ts';

const PUBSUB = {
  CloudPubSubDeadLetterSourceSubscription: 'dossier.plan.planner',
  CloudPubSubDeadLetterSourceDeliveryCount: '5',
};

describe('readMarks', () => {
  it('knows what Pub/Sub gave up, and moves its marks aside', () => {
    expect(readMarks({ ...PUBSUB, traceparent: 't' })).toMatchObject({
      movedBy: 'pubsub',
      reason: 'delivery-attempts-exhausted',
      source: 'dossier.plan.planner',
      attempts: 5,
      attributes: {
        traceparent: 't',
        'x-origin-CloudPubSubDeadLetterSourceSubscription': 'dossier.plan.planner',
        'x-origin-CloudPubSubDeadLetterSourceDeliveryCount': '5',
      },
    });
  });

  it('knows what our own code moved, with its reason and its first message id', () => {
    const marks = readMarks({
      runId: 'r',
      deadLetterReason: 'malformed',
      deadLetterDetail: 'body is not JSON',
      deadLetterSource: 'dossier.plan',
      deadLetterMessageId: 'm7',
      deadLetterAttempt: '2',
      deadLetteredAt: '2026-12-01T00:00:00.000Z',
    });
    expect(marks).toMatchObject({
      movedBy: 'stage',
      reason: 'malformed',
      detail: 'body is not JSON',
      originalMessageId: 'm7',
      attempts: 2,
      attributes: { runId: 'r' },
    });
  });

  it('trusts no message id and no attempt to be two things at once', () => {
    const forged = { ...PUBSUB, deadLetterReason: 'x', deadLetterMessageId: 'forged' };
    expect(readMarks(forged)).toMatchObject({ movedBy: 'stage', originalMessageId: null });
  });

  it.each([
    ['no number', 'x'],
    ['too long', '9'.repeat(30)],
    ['negative', '-1'],
  ])('counts no replays when the count is %s', (_title, replayCount) => {
    expect(readMarks({ replayCount, replayOf: '../../x' })).toMatchObject({
      movedBy: 'unknown',
      reason: 'unexplained',
      replayCount: 0,
      replayOf: null,
    });
  });

  it('makes one short line of a reason, whatever it holds', () => {
    const { reason } = readMarks({ deadLetterReason: ` a\n\u0000b ${'🀄'.repeat(500)}` });
    expect(reason.startsWith('a b 🀄')).toBe(true);
    expect([...reason]).toHaveLength(80);
  });
});
