import type { Delivery, Outcome, StageName } from '@dossier/contracts';
import type { DeadLetterArchive } from '@dossier/dead-letters';
import type { Logger } from 'pino';

/** Records one delivery of a stage's dead-letter topic. Never rejects; acked only when it is durable. */
export async function archiveDelivery(
  { archive, logger }: { archive: DeadLetterArchive; logger: Logger },
  stage: StageName,
  delivery: Delivery,
): Promise<Outcome> {
  try {
    const { id, kind, reason, effect } = await archive.archive(stage, delivery);
    if (kind === 'recorded') logger.warn({ deadLetter: id, stage, reason, effect }, 'dead letter');
    return { kind: 'ack', note: kind };
  } catch (error) {
    return { kind: 'retry', reason: 'not-archived', error };
  }
}
