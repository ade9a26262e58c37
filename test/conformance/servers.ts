/** The emulators of Google that specs can run against instead of the embedded servers. */
export type OfficialServer = 'firestore' | 'pubsub';

/**
 * Thrown where a spec asks Google's emulator for what only the embedded server has: an option or its
 * statistics. Such a test is in the table of differences like any other that fails.
 */
export class OnlyEmbedded extends Error {
  override readonly name = 'OnlyEmbedded';
}

/**
 * The address of Google's emulator when this spec runs against it (see `official/jest-project.mjs`),
 * undefined when it runs against the embedded server.
 */
export function officialAddress(
  server: OfficialServer,
): { address: string; port: number } | undefined {
  if (!('conformanceServer' in globalThis)) return undefined;
  const address = process.env[`CONFORMANCE_${server.toUpperCase()}`];
  if (address === undefined) throw new Error(`Google's ${server} emulator is not running.`);
  return { address, port: Number(address.split(':')[1]) };
}
