// jest's globalTeardown for the specs that run against Google's emulators.
export default function endEmulators() {
  globalThis.endOfficialEmulators?.();
}
