import type { StageCommand } from '@dossier/contracts';
import type { CommandPublisher } from './ports.ts';

/** Publishes commands one after another. @throws Retryable: the rest stays in the outbox. */
export async function publishAll(
  publisher: CommandPublisher,
  commands: readonly StageCommand[],
): Promise<void> {
  for (const command of commands) await publisher.publish(command);
}
