import { PIPELINE, type StageName } from './pipeline.ts';

/** Pub/Sub ids (the last part of the resource name) of one stage. */
export interface StageNames {
  readonly topic: string;
  readonly subscription: string;
  readonly deadLetterTopic: string;
  /** The dead-letter topic's own subscription: without one, Pub/Sub drops what it dead-letters. */
  readonly deadLetterSubscription: string;
}

/** The one place where topics and subscriptions get their names. */
export function namesOf(stage: StageName): StageNames {
  const topic = `dossier.${stage}`;
  return {
    topic,
    subscription: `${topic}.${PIPELINE[stage].service}`,
    deadLetterTopic: `${topic}.dead`,
    deadLetterSubscription: `${topic}.dead.archiver`,
  };
}
