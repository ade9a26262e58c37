import type { Clock, Ids, Timings } from '@dossier/contracts';
import type { CommandPublisher, WorkspaceStore } from '@dossier/workspace';
import type { DeadLetterStore } from './dead-letter-store.ts';

/** Publishes any message on any topic, for replays that go elsewhere. */
export interface MessagePublisher {
  /** Resolves with the message's id when Pub/Sub has confirmed it. */
  publish(topic: string, body: Uint8Array, attributes: Record<string, string>): Promise<string>;
}

/** What the operators' tools stand on. */
export interface DeadLetterParts {
  readonly letters: DeadLetterStore;
  readonly workspaces: WorkspaceStore;
  readonly publisher: CommandPublisher;
  readonly messages: MessagePublisher;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly timings: Timings;
}
