import type { CloudHosts } from './start-cloud.ts';

/** Signs the webhooks of the benchmark. */
export const CHANNEL_SECRET = 'bench-channel-secret-0123456789';

/** What a service needs to know, in the shape that `npm run serve` reads. */
export function serviceEnvironment(
  cloud: CloudHosts,
  lineUrl: string,
  changes: Readonly<Record<string, string>> = {},
): Record<string, string> {
  return {
    HOST: '127.0.0.1',
    PORT: '0',
    // The longest clocks: no sweep and no heartbeat falls into a measurement by chance.
    DOSSIER_TIMINGS: 'cloud',
    DOSSIER_PUBLIC_URL: 'https://reports.example',
    GOOGLE_CLOUD_PROJECT: 'bench',
    PUBSUB_EMULATOR_HOST: cloud.pubsub,
    FIRESTORE_EMULATOR_HOST: cloud.firestore,
    STORAGE_EMULATOR_HOST: cloud.storage,
    METADATA_SERVER_DETECTION: 'none',
    LINE_CHANNEL_SECRET: CHANNEL_SECRET,
    LINE_CHANNEL_ACCESS_TOKEN: 'bench-access-token',
    LINE_API_URL: lineUrl,
    LOG_LEVEL: 'error',
    ...changes,
  };
}
