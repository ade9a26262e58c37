/** Nothing says which Dossier is meant; the message lists the ways to say it. */
export class NoCloud extends Error {
  override readonly name = 'NoCloud';

  constructor(what: string) {
    super(
      `${what}\nSay which Dossier is meant:\n` +
        '  --data DIR or DOSSIER_DATA: the data folder of one on this machine (npm start)\n' +
        '  PUBSUB_EMULATOR_HOST and FIRESTORE_EMULATOR_HOST: local servers (npm run emulators)\n' +
        '  GOOGLE_CLOUD_PROJECT: a project of Google Cloud',
    );
  }
}

/** A server does not answer, in time or at all; the message says which and what to look at. */
export class CloudUnreachable extends Error {
  override readonly name = 'CloudUnreachable';
}
