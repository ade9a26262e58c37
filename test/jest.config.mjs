import preset from '../jest.preset.mjs';

export default {
  ...preset,
  rootDir: import.meta.dirname,
  testMatch: ['<rootDir>/**/*.spec.ts'],
  testTimeout: 60_000,
  maxWorkers: 1,
};
