// The jest project that runs the conformance specs against Google's emulators.
import { findOfficialEmulators } from './find-emulators.ts';
import { EMBEDDED_ONLY } from './embedded-only.ts';

const HERE = import.meta.dirname;

/**
 * The projects for CONFORMANCE=embedded (or unset), official or all; undefined for one run of the usual kind.
 * @throws Error for another word, and for `official` when no emulator is installed.
 */
export function conformanceProjects(which, usual) {
  if (which === undefined || which === '' || which === 'embedded') return undefined;
  if (which !== 'official' && which !== 'all') {
    throw new Error(`CONFORMANCE is "${which}"; embedded, official or all are known.`);
  }
  const found = findOfficialEmulators(process.env).map(({ name }) => name);
  if (found.length === 0) {
    if (which === 'all') {
      console.warn("Google's emulators are not installed: only the embedded servers are tested.");
      return undefined;
    }
    throw new Error(
      'CONFORMANCE=official needs Java and the emulators of the Google Cloud SDK: ' +
        'gcloud components install cloud-firestore-emulator pubsub-emulator',
    );
  }
  // These options are of the whole run, not of one project.
  const { testTimeout: _timeout, maxWorkers: _workers, forceExit: _exit, ...base } = usual;
  const official = {
    ...base,
    displayName: 'official',
    testMatch: found.map((name) => `<rootDir>/conformance/${name}/**/*.spec.ts`),
    testPathIgnorePatterns: ['/node_modules/', ...Object.keys(EMBEDDED_ONLY)],
    testEnvironment: `${HERE}/expected-failures.environment.mjs`,
    globals: { conformanceServer: 'official' },
    globalSetup: `${HERE}/start-emulators.mjs`,
    globalTeardown: `${HERE}/end-emulators.mjs`,
  };
  return which === 'all' ? [{ ...base, displayName: 'embedded' }, official] : [official];
}
