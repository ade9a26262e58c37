import preset from '../jest.preset.mjs';

// The Google clients look for a metadata server otherwise, and warn that there is none.
process.env.METADATA_SERVER_DETECTION ??= 'none';

export default {
  ...preset,
  rootDir: import.meta.dirname,
  testMatch: ['<rootDir>/**/*.spec.ts'],
  testTimeout: 60_000,
  maxWorkers: 1,
  // A failed test may leave servers and clients open; the closing line must come all the same.
  forceExit: true,
};
