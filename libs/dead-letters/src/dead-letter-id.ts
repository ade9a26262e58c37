import { createHash } from 'node:crypto';
import type { StageName } from '@dossier/contracts';

const ID_DIGITS = 20;
const ID = /^(?:plan|search|write|publish|notify)-[0-9a-f]{20}$/;

/**
 * The id of a dead letter: Pub/Sub may deliver, and a dying worker may move, the same one twice. The
 * body is part of it, so that a forged message id cannot make two different letters one.
 */
export function deadLetterIdOf(
  stage: StageName,
  topic: string,
  messageId: string,
  body: Uint8Array,
): string {
  const bodyHash = createHash('sha256').update(body).digest('hex');
  const hash = createHash('sha256').update(JSON.stringify([topic, messageId, bodyHash]));
  return `${stage}-${hash.digest('hex').slice(0, ID_DIGITS)}`;
}

/** True for text that has the form of a dead letter's id. */
export function isDeadLetterId(text: string): boolean {
  return ID.test(text);
}
