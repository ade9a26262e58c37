import { connect } from 'node:net';
import type { Firestore } from '@google-cloud/firestore';
import type { PubSub } from '@google-cloud/pubsub';
import type { Settings } from '@dossier/platform';
import { CloudUnreachable } from './cloud-connection-errors.ts';

/** A server on this machine or in this network that takes longer to accept is not there. */
const CONNECT_MS = 3_000;
/** A local server answers at once; the client itself needs a second or two on a slow machine. */
const LOCAL_ANSWER_MS = 10_000;
/** Google's first answer, after names, sign-in and a new connection. */
const CLOUD_ANSWER_MS = 20_000;

/**
 * Fails within seconds when a local server is not where the settings say. The Google clients would
 * try for minutes (googleapis/nodejs-pubsub#339, #436).
 * @throws CloudUnreachable
 */
export async function assertServersListen(settings: Settings): Promise<void> {
  const { PUBSUB_EMULATOR_HOST: pubsub, FIRESTORE_EMULATOR_HOST: firestore } = settings;
  await Promise.all([
    assertListens('PUBSUB_EMULATOR_HOST', pubsub),
    assertListens('FIRESTORE_EMULATOR_HOST', firestore),
  ]);
}

/**
 * On Google Cloud, looks for credentials: without any, the Firestore client ends the process with an
 * error that nobody can catch. @throws CloudUnreachable
 */
export async function assertSignedIn(pubsub: PubSub, settings: Settings): Promise<void> {
  if (settings.PUBSUB_EMULATOR_HOST !== undefined) return;
  try {
    await within(CLOUD_ANSWER_MS, pubsub.auth.getClient());
  } catch (cause) {
    throw new CloudUnreachable(
      `No credentials for Google Cloud project ${settings.GOOGLE_CLOUD_PROJECT} ` +
        `(${messageOf(cause)}) Sign in with: gcloud auth application-default login`,
      { cause },
    );
  }
}

/** Reads once, within a deadline that holds. @throws CloudUnreachable */
export async function assertFirestoreAnswers(
  firestore: Firestore,
  { FIRESTORE_EMULATOR_HOST: host }: Settings,
  where: string,
): Promise<void> {
  try {
    const first = firestore.collection('workspaces').limit(1).select().get();
    await within(host === undefined ? CLOUD_ANSWER_MS : LOCAL_ANSWER_MS, first);
  } catch (cause) {
    throw new CloudUnreachable(`No answer from Firestore at ${where}: ${messageOf(cause)}`, {
      cause,
    });
  }
}

async function within<T>(ms: number, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`none within ${ms / 1_000} s`)), ms);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

async function assertListens(setting: string, address: string | undefined): Promise<void> {
  if (address === undefined) return;
  const [host = '', port = ''] = address.split(':');
  const failure = await new Promise<string | undefined>((resolve) => {
    const socket = connect({ host, port: Number(port) });
    const end = (result?: string): void => {
      socket.destroy();
      resolve(result);
    };
    socket.setTimeout(CONNECT_MS, () => end('no answer'));
    socket.once('connect', () => end());
    socket.once('error', (error) => end(error.message));
  });
  if (failure === undefined) return;
  throw new CloudUnreachable(
    `Nothing listens at ${address} (${setting}): ${failure}. Start it, or correct the setting.`,
  );
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
