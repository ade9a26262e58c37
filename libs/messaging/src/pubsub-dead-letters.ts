import type { Clock, Delivery } from '@dossier/contracts';
import type { ConfirmedPublisher } from './confirmed-publisher.ts';
import type { DeadLetterSink } from './subscription-host.ts';

/** Pub/Sub's limits (cloud.google.com/pubsub/quotas): attributes per message, bytes per value. */
const MAX_ATTRIBUTES = 100;
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
    const own = {
      deadLetterReason: reason,
      ...(detail === undefined ? {} : { deadLetterDetail: fit(detail) }),
      deadLetterSource: this.#source,
      deadLetterMessageId: delivery.messageId,
      deadLetterAttempt: String(delivery.attempt),
      deadLetteredAt: this.#clock.now().toISOString(),
    };
    // A message may come with all attributes that are allowed; the reason matters more than the last ones.
    const kept = Object.entries(delivery.attributes)
      // Ours to say: a sender's own would pass for the detail of a reason that has none.
      .filter(([name]) => !name.startsWith('deadLetter'))
      .slice(0, MAX_ATTRIBUTES - Object.keys(own).length);
    const attributes = { ...Object.fromEntries(kept), ...own };
    await this.#publisher.publish(this.#topic, delivery.body, attributes);
  }
}

function fit(text: string): string {
  const bytes = Buffer.from(text);
  if (bytes.length <= MAX_ATTRIBUTE_BYTES) return text;
  // A cut inside a character decodes to U+FFFD, which is longer than what it replaces.
  return new TextDecoder().decode(bytes.subarray(0, MAX_ATTRIBUTE_BYTES - 3), { stream: true });
}
