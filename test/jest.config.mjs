import preset from '../jest.preset.mjs';

export default {
  ...preset,
  rootDir: import.meta.dirname,
  testMatch: ['<rootDir>/**/*.spec.ts'],
  testTimeout: 60_000,
  maxWorkers: 1,
  // A failed test may leave servers and clients open; the closing line must come all the same.
  forceExit: true,
};
