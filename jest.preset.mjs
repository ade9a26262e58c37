import { swcOptions } from './tools/swc-options.mjs';

/** What every project's jest.config.mjs starts from: native ESM, TypeScript by swc, specs beside the code. */
export default {
  testEnvironment: 'node',
  extensionsToTreatAsEsm: ['.ts'],
  transform: { '^.+\\.ts$': ['@swc/jest', { ...swcOptions, sourceMaps: 'inline' }] },
  testMatch: ['<rootDir>/src/**/*.spec.ts'],
  // Machines are noisy: a test that hangs is told by its own deadline, long before this one.
  testTimeout: 60_000,
  coverageProvider: 'v8',
};
