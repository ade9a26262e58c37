import type { Clock, Delivery, Outcome, StageName } from '@dossier/contracts';
import type { DeadLetterArchive } from '@dossier/dead-letters';
import type { Logger } from 'pino';

/**
 * How long a delivery that could not be recorded is held before it goes back: its subscription
 * redelivers at once, and an outage of the store would be met by a storm.
 */
const RETRY_PAUSE_MS = 1_000;

/** Records one delivery of a stage's dead-letter topic. Never rejects; acked only when it is durable. */
export async function archiveDelivery(
  { archive, clock, logger }: { archive: DeadLetterArchive; clock: Clock; logger: Logger },
  stage: StageName,
  delivery: Delivery,
  shutdown: AbortSignal,
): Promise<Outcome> {
  try {
    const { id, kind, reason, effect } = await archive.archive(stage, delivery);
    if (kind === 'recorded') logger.warn({ deadLetter: id, stage, reason, effect }, 'dead letter');
    return { kind: 'ack', note: kind };
  } catch (error) {
    await clock.sleep(RETRY_PAUSE_MS, shutdown);
    return { kind: 'retry', reason: 'not-archived', error };
  }
}
