import { fileURLToPath } from 'node:url';

/**
 * The demo corpus beside this source file. It does not exist beside a bundle: a bundled service
 * gets its folder from configuration.
 */
export const DEMO_CORPUS_FOLDER = fileURLToPath(
  new URL('../demo-corpus/documents', import.meta.url),
);
