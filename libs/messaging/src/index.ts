export { ConfirmedPublisher } from './confirmed-publisher.ts';
export { ensureTopology } from './ensure-topology.ts';
export { findStageHandlers, type FoundHandler } from './find-stage-handlers.ts';
export { PubSubCommandPublisher } from './pubsub-command-publisher.ts';
export { PubSubDeadLetters } from './pubsub-dead-letters.ts';
export { StageHandler } from './stage-handler.ts';
export { SubscriptionHost } from './subscription-host.ts';
