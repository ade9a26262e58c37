import {
  Inject,
  Injectable,
  type OnApplicationBootstrap,
  type OnApplicationShutdown,
} from '@nestjs/common';
import { DiscoveryService } from '@nestjs/core';
import { PubSub } from '@google-cloud/pubsub';
import { namesOf, type Clock, type ServiceName, type Timings } from '@dossier/contracts';
import {
  ConfirmedPublisher,
  findStageHandlers,
  PubSubDeadLetters,
  SubscriptionHost,
  type FoundHandler,
} from '@dossier/messaging';
import { StageRunner } from '@dossier/workspace';
import type { Logger } from 'pino';
import type { Settings } from './settings.ts';
import { CLOCK, LOGGER, SERVICES, SETTINGS_TOKEN, TIMINGS } from './tokens.ts';

/** Pulls the subscriptions of the stages that this process works on, from start to graceful stop. */
@Injectable()
export class StageHost implements OnApplicationBootstrap, OnApplicationShutdown {
  readonly #hosts: SubscriptionHost[] = [];
  #closing: Promise<void> | undefined;

  constructor(
    private readonly discovery: DiscoveryService,
    private readonly runner: StageRunner,
    private readonly pubsub: PubSub,
    private readonly publisher: ConfirmedPublisher,
    @Inject(SERVICES) private readonly services: readonly ServiceName[],
    @Inject(SETTINGS_TOKEN) private readonly settings: Settings,
    @Inject(TIMINGS) private readonly timings: Timings,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  onApplicationBootstrap(): void {
    for (const handler of findStageHandlers(this.discovery, this.services)) {
      const host = this.#hostFor(handler);
      host.start();
      this.#hosts.push(host);
    }
  }

  onApplicationShutdown(): Promise<void> {
    return this.drained();
  }

  /** Stops taking commands and resolves when those in work have ended. May be called more than once. */
  drained(): Promise<void> {
    this.#closing ??= Promise.all(this.#hosts.map((host) => host.close())).then(() => undefined);
    return this.#closing;
  }

  #hostFor({ name, stage }: FoundHandler): SubscriptionHost {
    const { topic, subscription, deadLetterTopic } = namesOf(name);
    const timing = this.timings.stages[name];
    return new SubscriptionHost(this.pubsub, {
      subscription,
      maxMessages: this.settings.DOSSIER_MAX_IN_FLIGHT,
      maxExtensionMs: timing.maxExtensionMs,
      ackDeadlineMs: timing.ackDeadlineMs,
      drainMs: this.timings.global.shutdownGraceMs,
      flushMs: this.timings.global.ackFlushMs,
      clock: this.clock,
      handle: (delivery, shutdown) => this.runner.handle(name, stage, delivery, shutdown),
      deadLetters: new PubSubDeadLetters(this.publisher, {
        topic: deadLetterTopic,
        source: topic,
        clock: this.clock,
      }),
      onFatal: (error) => {
        this.logger.fatal(
          { stage: name, err: error },
          'subscription failed; stopping this process',
        );
        process.exit(1);
      },
      onTrouble: ({ messageId, outcome, error }) => {
        const { kind, reason } = { reason: undefined, ...outcome };
        const entry = { stage: name, messageId, outcome: kind, reason };
        this.logger.warn({ ...entry, err: error }, 'delivery not acked');
      },
    });
  }
}
