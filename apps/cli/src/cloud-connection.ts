import type { Firestore } from '@google-cloud/firestore';
import { PubSub } from '@google-cloud/pubsub';
import { TIMING_PROFILES, type Clock, type Ids, type Timings } from '@dossier/contracts';
import { ConfirmedPublisher, PubSubCommandPublisher } from '@dossier/messaging';
import { createFirestore, pubsubOptions, randomIds, type Settings } from '@dossier/platform';
import { WorkspaceStore } from '@dossier/workspace';
import { assertFirestoreAnswers, assertSignedIn } from './cloud-connection-check.ts';
import { findCloud } from './cloud-connection-target.ts';
import { commandClock } from './command-clock.ts';

/** A person waits for the answer, not LINE: a cold client may take longer than a service's may. */
const PUBLISH_TIMEOUT_MS = 15_000;

/** Which Dossier a command works on. */
export interface CloudOptions {
  /** `--data`: a data folder on this machine; absent, the environment says. */
  readonly data?: string | undefined;
}

/** The clients of one Dossier, and what stands on them. */
export interface Cloud {
  /** In words, for messages. */
  readonly where: string;
  readonly settings: Settings;
  readonly timings: Timings;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly firestore: Firestore;
  readonly store: WorkspaceStore;
  /** For looks at topics and subscriptions; publish through the two below. */
  readonly pubsub: PubSub;
  readonly publisher: ConfirmedPublisher;
  readonly commands: PubSubCommandPublisher;
}

/**
 * Connects to the Dossier that the options and the environment mean, lets `use` work with it, and
 * closes everything: one on Google Cloud, on local servers, running on a data folder, or a data
 * folder that nobody serves (then it is served meanwhile).
 * @throws NoCloud, CloudUnreachable, DataFolderInUse, DataFolderUnusable, SettingsError before `use`
 * is called; whatever `use` throws.
 */
export async function withCloud<T>(
  options: CloudOptions,
  use: (cloud: Cloud) => Promise<T>,
): Promise<T> {
  const target = await findCloud(options.data);
  try {
    const { settings, where } = target;
    const pubsub = new PubSub(pubsubOptions(settings));
    await assertSignedIn(pubsub, settings);
    const firestore = createFirestore(settings);
    // Outside the `finally` below: ending a client whose first call still tries kills the process.
    await assertFirestoreAnswers(firestore, settings, where);
    const publisher = new ConfirmedPublisher(pubsub, PUBLISH_TIMEOUT_MS);
    try {
      return await use({
        where,
        settings,
        timings: TIMING_PROFILES[settings.DOSSIER_TIMINGS],
        clock: commandClock,
        ids: randomIds,
        firestore,
        store: new WorkspaceStore(firestore, commandClock),
        pubsub,
        publisher,
        commands: new PubSubCommandPublisher(publisher),
      });
    } finally {
      await pubsub.close();
      await firestore.terminate();
    }
  } finally {
    await target.close();
  }
}
