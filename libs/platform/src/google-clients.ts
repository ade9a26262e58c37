import { Firestore } from '@google-cloud/firestore';
import { PubSub } from '@google-cloud/pubsub';
import type { Settings } from './settings.ts';

/** The client that publishes: its own channel, so that streams of pulls never block it. */
export class PublishingPubSub extends PubSub {}

/** Options of both Pub/Sub clients: a local server when one is named, Google Cloud otherwise. */
export function pubsubOptions({
  GOOGLE_CLOUD_PROJECT: projectId,
  PUBSUB_EMULATOR_HOST: host,
}: Settings): { projectId: string; apiEndpoint?: string } {
  if (host === undefined) return { projectId };
  withoutMetadataServer();
  return { projectId, apiEndpoint: host };
}

/** A Firestore client for the local server that is named, or for Google Cloud. */
export function createFirestore({
  GOOGLE_CLOUD_PROJECT: projectId,
  FIRESTORE_EMULATOR_HOST: host,
}: Settings): Firestore {
  if (host === undefined) return new Firestore({ projectId });
  withoutMetadataServer();
  return new Firestore({ projectId, host, ssl: false });
}

/** The Google clients look for a metadata server, and warn, even when told to use a local cloud. */
function withoutMetadataServer(): void {
  process.env['METADATA_SERVER_DETECTION'] ??= 'none';
}
