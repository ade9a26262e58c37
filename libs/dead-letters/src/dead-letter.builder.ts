import { runIdOf } from '@dossier/contracts';
import type { DeadLetter } from './dead-letter.ts';

/** An open dead letter of a plan command, for the specs of this folder. */
export function aDeadLetter(change: Partial<DeadLetter> = {}): DeadLetter {
  return {
    id: 'plan-0123456789abcdef0123',
    state: 'open',
    stage: 'plan',
    source: 'dossier.plan',
    messageId: 'm1',
    reason: 'TypeError',
    detail: null,
    fingerprint: 'aaaaaaaa',
    receivedAt: '2026-12-01T00:00:00.000Z',
    deadLetteredAt: null,
    publishedAt: null,
    deliveryAttempts: 5,
    bodyBytes: 90,
    attributes: {},
    command: { runId: runIdOf('01H'), version: 1, stage: 'plan', step: 0 },
    effect: 'failed-before',
    replayOf: null,
    replayCount: 0,
    editedBody: null,
    closed: null,
    auditLength: 1,
    ...change,
  };
}
