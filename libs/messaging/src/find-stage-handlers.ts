import type { DiscoveryService } from '@nestjs/core';
import { PIPELINE, STAGE_NAMES, type ServiceName, type StageName } from '@dossier/contracts';
import type { Stage } from '@dossier/workspace';
import { StageHandler } from './stage-handler.ts';

/** A stage and the provider that works on it, still to be matched by name. */
export interface FoundHandler {
  readonly name: StageName;
  readonly stage: Stage<StageName>;
}

/**
 * The handlers of the services that this process runs, found by their decorator.
 * @throws Error naming the fix when a stage has no handler, two, or one of a service not run here.
 */
export function findStageHandlers(
  discovery: DiscoveryService,
  services: readonly ServiceName[],
): FoundHandler[] {
  const found = discovery
    .getProviders({ metadataKey: StageHandler.KEY })
    .flatMap((wrapper): FoundHandler[] => {
      const name = discovery.getMetadataByDecorator(StageHandler, wrapper);
      const instance: unknown = wrapper.instance;
      if (name === undefined) return [];
      if (!isStage(instance)) throw new Error(`@StageHandler('${name}') needs a method run(job)`);
      return [{ name, stage: instance }];
    });
  const expected = STAGE_NAMES.filter((name) => services.includes(PIPELINE[name].service));
  for (const name of expected) {
    const count = found.filter((each) => each.name === name).length;
    if (count === 1) continue;
    const fix =
      count === 0 ? `add @StageHandler('${name}') to a provider` : 'keep one of them only';
    throw new Error(`stage ${name} has ${count} handlers in this process: ${fix}`);
  }
  const stray = found.find(({ name }) => !expected.includes(name));
  if (stray !== undefined) {
    throw new Error(`stage ${stray.name} belongs to ${PIPELINE[stray.name].service}, not run here`);
  }
  return found;
}

function isStage(instance: unknown): instance is Stage<StageName> {
  return (
    typeof instance === 'object' &&
    instance !== null &&
    'run' in instance &&
    typeof instance.run === 'function'
  );
}
