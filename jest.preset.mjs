import { swcOptions } from './tools/swc-options.mjs';

/** What every project's jest.config.mjs starts from: native ESM, TypeScript by swc, specs beside the code. */
export default {
  testEnvironment: 'node',
  extensionsToTreatAsEsm: ['.ts'],
  transform: { '^.+\\.ts$': ['@swc/jest', { ...swcOptions, sourceMaps: 'inline' }] },
  testMatch: ['<rootDir>/src/**/*.spec.ts'],
  coverageProvider: 'v8',
};
