import { namesOf, runIdOf, STAGE_NAMES, type RunKey, type StageName } from '@dossier/contracts';
import type { PubSubServer } from './pubsub-server.ts';
import type { World } from './world.ts';

/** Publishes what no worker should act on: noise, unknown runs, wrong topics, stages before their time. */
export function publishStrays(world: World, pubsub: PubSubServer, keys: readonly RunKey[]): void {
  const publish = (stage: StageName, body: unknown, afterMs: number): void =>
    world.after(afterMs, () => {
      const data = Buffer.from(typeof body === 'string' ? body : JSON.stringify(body));
      pubsub.publish({ topic: namesOf(stage).topic, data, attributes: {} }, 2);
    });
  const unknown = { runId: runIdOf('nobody asked'), version: 1, stage: 'write', step: 0 };
  publish('plan', 'this is no JSON', 1_300);
  publish('write', unknown, 1_400);
  for (const [index, key] of keys.entries()) {
    publish('plan', { ...key, stage: 'search', step: 0 }, 2_000 + index);
    publish('plan', { ...key, version: 7, stage: 'plan', step: 0 }, 2_100 + index);
    for (const stage of STAGE_NAMES) publish(stage, { ...key, stage, step: 0 }, 2_200 + index);
  }
}
