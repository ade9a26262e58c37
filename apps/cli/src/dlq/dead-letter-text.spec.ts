import type { DeadLetterView } from '@dossier/dead-letters';
import { deadLetterText } from './dead-letter-text.ts';

const HOSTILE = 'x\u001b[2J\u202e\u0007y';

/** A dead letter of which a stranger wrote whatever a stranger can write. */
const view: DeadLetterView = {
  letter: {
    id: 'plan-0123456789abcdef0123',
    state: 'open',
    stage: 'plan',
    source: HOSTILE,
    messageId: HOSTILE,
    reason: HOSTILE,
    detail: HOSTILE,
    fingerprint: 'aaaaaaaa',
    receivedAt: '2026-12-01T06:00:00.000Z',
    deadLetteredAt: null,
    publishedAt: null,
    deliveryAttempts: 5,
    bodyBytes: HOSTILE.length,
    attributes: { [HOSTILE]: HOSTILE },
    command: null,
    effect: 'recorded-only',
    replayOf: null,
    replayCount: 0,
    editedBody: HOSTILE,
    closed: null,
    auditLength: 1,
  },
  body: { encoding: 'utf8', content: HOSTILE },
  audit: [
    {
      at: '2026-12-01T06:00:00.000Z',
      by: 'archiver',
      what: 'archived',
      why: HOSTILE,
      result: 'recorded-only',
    },
  ],
  run: null,
  verdict: { kind: 'refuse', reason: 'malformed' },
  successors: [],
};

it('shows what a stranger wrote without letting it command the terminal', () => {
  const text = deadLetterText(view, new Date('2026-12-01T06:05:00.000Z'));
  expect(text.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\p{Cf}]/u);
  expect(text).toContain('taken off x [2J y');
});
