import type { Clock, Delivery } from '@dossier/contracts';
import type { ConfirmedPublisher } from './confirmed-publisher.ts';
import type { DeadLetterSink } from './subscription-host.ts';

/** Pub/Sub refuses attribute values above 1,024 bytes. */
const MAX_ATTRIBUTE_BYTES = 1_024;

/**
 * Puts a message on its stage's dead-letter topic with the reason, which Pub/Sub's own dead-lettering
 * never says. The original attributes stay.
 */
export class PubSubDeadLetters implements DeadLetterSink {
  readonly #publisher: ConfirmedPublisher;
  readonly #topic: string;
  readonly #source: string;
  readonly #clock: Clock;

  constructor(
    publisher: ConfirmedPublisher,
    { topic, source, clock }: { topic: string; source: string; clock: Clock },
  ) {
    this.#publisher = publisher;
    this.#topic = topic;
    this.#source = source;
    this.#clock = clock;
  }

  async put(delivery: Delivery, reason: string, detail: string | undefined): Promise<void> {
    await this.#publisher.publish(this.#topic, delivery.body, {
      ...delivery.attributes,
      deadLetterReason: reason,
      ...(detail === undefined ? {} : { deadLetterDetail: fit(detail) }),
      deadLetterSource: this.#source,
      deadLetterMessageId: delivery.messageId,
      deadLetterAttempt: String(delivery.attempt),
      deadLetteredAt: this.#clock.now().toISOString(),
    });
  }
}

function fit(text: string): string {
  const bytes = Buffer.from(text);
  if (bytes.length <= MAX_ATTRIBUTE_BYTES) return text;
  // A cut inside a character decodes to U+FFFD, which is longer than what it replaces.
  return new TextDecoder().decode(bytes.subarray(0, MAX_ATTRIBUTE_BYTES - 3), { stream: true });
}
