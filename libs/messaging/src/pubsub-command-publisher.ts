import { namesOf, type StageCommand } from '@dossier/contracts';
import type { CommandPublisher } from '@dossier/workspace';
import type { ConfirmedPublisher } from './confirmed-publisher.ts';

/** Publishes commands on their stage's topic. Ids stand in the attributes too, for filters and tools. */
export class PubSubCommandPublisher implements CommandPublisher {
  readonly #publisher: ConfirmedPublisher;

  constructor(publisher: ConfirmedPublisher) {
    this.#publisher = publisher;
  }

  async publish(
    { runId, version, stage, step }: StageCommand,
    attributes: Readonly<Record<string, string>> = {},
  ): Promise<void> {
    const body = Buffer.from(JSON.stringify({ runId, version, stage, step }));
    await this.#publisher.publish(namesOf(stage).topic, body, {
      ...attributes,
      runId,
      version: String(version),
      stage,
    });
  }
}
