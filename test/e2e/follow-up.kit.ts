import { PubSub } from '@google-cloud/pubsub';
import {
  TIMING_PROFILES,
  type Artifacts,
  type FollowUpWish,
  type Report,
  type RunId,
  type RunKey,
  type VersionState,
} from '@dossier/contracts';
import { ConfirmedPublisher, PubSubCommandPublisher } from '@dossier/messaging';
import { systemClock } from '@dossier/platform';
import { decideVersion } from '@dossier/workspace';
import type { LocalCloud } from './local-cloud.kit.ts';

/** What a run has made, by name; `updated` changes with every write. */
export type Made = Readonly<Record<string, { readonly content: string; readonly updated: string }>>;

/** Opens further versions of runs in a cloud, as the ingress does, and looks at what comes of them. */
export class FollowUps {
  readonly #cloud: LocalCloud;
  readonly #pubsub: PubSub;
  readonly #publisher: PubSubCommandPublisher;

  constructor(cloud: LocalCloud) {
    this.#cloud = cloud;
    const { address: apiEndpoint } = cloud.pubsub;
    const projectId = cloud.environment.GOOGLE_CLOUD_PROJECT;
    this.#pubsub = new PubSub({ projectId, apiEndpoint });
    this.#publisher = new PubSubCommandPublisher(new ConfirmedPublisher(this.#pubsub, 5_000));
  }

  /** Opens the next version and waits until it has ended. */
  async make(runId: RunId, wish: FollowUpWish, baseVersion: number): Promise<VersionState> {
    const { firestore, store } = this.#cloud;
    const opened = await firestore.runTransaction((transaction) =>
      store.changeWithin(transaction, runId, (workspace) => {
        const question = workspace?.versions['1']?.request.question ?? '';
        const fields = { question, reportLanguage: 'zh-TW', searchLanguages: ['zh-TW'] } as const;
        const version = { request: { ...fields, ...wish, baseVersion } };
        const timings = TIMING_PROFILES.test;
        return decideVersion(workspace, { version, by: 'test' }, systemClock.now(), timings);
      }),
    );
    if (opened.kind === 'skipped') throw new Error(`not opened: ${opened.reason}`);
    await this.#publisher.publish(opened.command);
    const { versions } = await this.#cloud.endOf(runId);
    const state = versions[String(opened.key.version)];
    if (state === undefined) throw new Error(`version ${opened.key.version} is missing`);
    return state;
  }

  /** An artifact that must be there. */
  async read<A extends 'evidence' | 'plan' | 'publication' | 'report'>(
    key: RunKey,
    name: A,
  ): Promise<Artifacts[A]> {
    const content = await this.#cloud.store.readArtifact(key, name);
    if (content === undefined) throw new Error(`${key.version}.${name} is missing`);
    return content;
  }

  /** All artifact documents of a run. */
  async artifactsOf(runId: RunId): Promise<Made> {
    const { docs } = await this.#cloud.firestore.collection(`workspaces/${runId}/artifacts`).get();
    return Object.fromEntries(
      docs.map((document) => [
        document.id,
        {
          content: String(document.get('content')),
          updated: document.updateTime.toDate().toISOString(),
        },
      ]),
    );
  }

  close(): Promise<void> {
    return this.#pubsub.close();
  }
}

/** Numbers of the chapters whose bytes differ. */
export function changedChapters(before: Report, after: Report): number[] {
  const [a, b] = [before, after].map(({ chapters }) =>
    chapters.map((each) => JSON.stringify(each)),
  );
  return (b ?? []).flatMap((chapter, at) => (chapter === a?.[at] ? [] : [at + 1]));
}

/** What belongs to one version. */
export function ofVersion(made: Made, version: number): Made {
  return Object.fromEntries(
    Object.entries(made).filter(([name]) => name.startsWith(`${version}.`)),
  );
}
