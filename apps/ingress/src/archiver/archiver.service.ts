import {
  Inject,
  Injectable,
  type BeforeApplicationShutdown,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { namesOf, STAGE_NAMES, type Clock, type StageName, type Timings } from '@dossier/contracts';
import { DeadLetterArchive } from '@dossier/dead-letters';
import { SubscriptionHost } from '@dossier/messaging';
import { CLOCK, LOGGER, TIMINGS } from '@dossier/platform';
import type { Logger } from 'pino';
import { archiveDelivery } from './archive-delivery.ts';
import { ArchiverPubSub } from './archiver-pubsub.ts';

/** Bodies may have 10 MB each, and all of them are held at once. */
const MAX_IN_WORK = 10;
/** Pub/Sub's ack deadline of a subscription that names none, and how long the client extends it. */
const ACK_DEADLINE_MS = 10_000;
const MAX_EXTENSION_MS = 600_000;
/** Short, for the stages' own stop comes after it: an ack that gets lost only shows a record twice. */
const ACK_FLUSH_MS = 100;

/** Empties the dead-letter subscriptions of all stages into durable records, for as long as the process lives. */
@Injectable()
export class ArchiverService implements OnApplicationBootstrap, BeforeApplicationShutdown {
  readonly #hosts: SubscriptionHost[] = [];

  constructor(
    private readonly archive: DeadLetterArchive,
    private readonly pubsub: ArchiverPubSub,
    @Inject(TIMINGS) private readonly timings: Timings,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  onApplicationBootstrap(): void {
    for (const stage of STAGE_NAMES) {
      const host = this.#hostFor(stage);
      host.start();
      this.#hosts.push(host);
    }
  }

  /** Before the shared clients close: a record in work still needs Firestore. */
  async beforeApplicationShutdown(): Promise<void> {
    await Promise.all(this.#hosts.map((host) => host.close()));
    await this.pubsub.close();
  }

  #hostFor(stage: StageName): SubscriptionHost {
    const { archive, clock, logger } = this;
    const { deadLetterSubscription } = namesOf(stage);
    return new SubscriptionHost(this.pubsub, {
      subscription: deadLetterSubscription,
      maxMessages: MAX_IN_WORK,
      maxExtensionMs: MAX_EXTENSION_MS,
      ackDeadlineMs: ACK_DEADLINE_MS,
      drainMs: this.timings.global.sweepStopMs,
      flushMs: ACK_FLUSH_MS,
      clock,
      handle: (delivery) => archiveDelivery({ archive, logger }, stage, delivery),
      deadLetters: {
        put: () => Promise.reject(new Error('a dead letter cannot die again')),
      },
      onFatal: (error) => {
        logger.fatal({ stage, err: error }, 'dead-letter subscription failed; stopping');
        process.exit(1);
      },
      onTrouble: ({ messageId, error }) => {
        logger.warn({ stage, messageId, err: error }, 'dead letter not recorded yet');
      },
    });
  }
}
