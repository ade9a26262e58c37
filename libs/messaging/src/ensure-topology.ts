import type { PubSub } from '@google-cloud/pubsub';
import type { StageTopology } from '@dossier/contracts';

const ALREADY_EXISTS = 6;

/**
 * Makes the topics and subscriptions that are missing, and gives existing ones today's timings. Only
 * for a local cloud: on Google Cloud the stacks make them, and workers have no right to. Safe to run
 * from several processes at once.
 */
export async function ensureTopology(
  pubsub: PubSub,
  topology: readonly StageTopology[],
): Promise<void> {
  await Promise.all(topology.map((stage) => ensureStage(pubsub, stage)));
}

async function ensureStage(pubsub: PubSub, stage: StageTopology): Promise<void> {
  await unlessExists(pubsub.createTopic(stage.deadLetterTopic));
  await unlessExists(pubsub.createTopic(stage.topic));
  const deadLetterTopic = `projects/${pubsub.projectId}/topics/${stage.deadLetterTopic}`;
  const retryPolicy = {
    minimumBackoff: duration(stage.minBackoffMs),
    maximumBackoff: duration(stage.maxBackoffMs),
  };
  const archived = await unlessExists(
    pubsub.topic(stage.deadLetterTopic).createSubscription(stage.deadLetterSubscription, {
      // Without one, an archiver that cannot write is asked again within milliseconds.
      retryPolicy,
      messageRetentionDuration: seconds(stage.deadLetterRetentionMs),
      expirationPolicy: {},
    }),
  );
  const settings = {
    ackDeadlineSeconds: stage.ackDeadlineMs / 1_000,
    retryPolicy,
    deadLetterPolicy: { deadLetterTopic, maxDeliveryAttempts: stage.maxDeliveryAttempts },
  };
  const created = await unlessExists(
    pubsub.topic(stage.topic).createSubscription(stage.subscription, {
      ...settings,
      messageRetentionDuration: seconds(stage.retentionMs),
      // An empty policy means "never": the default deletes a subscription after 31 idle days.
      expirationPolicy: {},
    }),
  );
  // A data folder may have been made under another timing profile, or by an older release.
  if (!archived) {
    await pubsub.subscription(stage.deadLetterSubscription).setMetadata({ retryPolicy });
  }
  if (!created) await pubsub.subscription(stage.subscription).setMetadata(settings);
}

/** @returns false when it was there already. */
async function unlessExists(creation: Promise<[unknown, ...unknown[]]>): Promise<boolean> {
  try {
    await creation;
    return true;
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === ALREADY_EXISTS)) throw error;
    return false;
  }
}

function seconds(ms: number): { seconds: number } {
  return { seconds: Math.floor(ms / 1_000) };
}

function duration(ms: number): { seconds: number; nanos: number } {
  return { seconds: Math.floor(ms / 1_000), nanos: (ms % 1_000) * 1_000_000 };
}
