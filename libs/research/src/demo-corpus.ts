import { join } from 'node:path';

/** Folder of the corpus that ships with Dossier; where it lies in the source tree. */
export const DEMO_CORPUS_FOLDER = join(import.meta.dirname, '../demo-corpus/documents');
