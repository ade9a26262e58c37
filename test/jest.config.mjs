import preset from '../jest.preset.mjs';
import { conformanceProjects } from './conformance/official/jest-project.mjs';

// The Google clients look for a metadata server otherwise, and warn that there is none.
process.env.METADATA_SERVER_DETECTION ??= 'none';

const config = {
  ...preset,
  rootDir: import.meta.dirname,
  testMatch: ['<rootDir>/**/*.spec.ts'],
  testTimeout: 60_000,
  maxWorkers: 2,
  // A failed test may leave servers and clients open; the closing line must come all the same.
  forceExit: true,
};

// CONFORMANCE=official|all: the conformance specs against Google's emulators too.
const projects = conformanceProjects(process.env.CONFORMANCE, config);
const { testTimeout, maxWorkers, forceExit } = config;
export default projects === undefined ? config : { testTimeout, maxWorkers, forceExit, projects };
