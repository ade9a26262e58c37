import { setImmediate } from 'node:timers/promises';
import type { Clock } from '@dossier/contracts';
import { CorpusIndex } from './corpus-index.ts';
import { loadFold } from './fold-text.ts';
import { generalConcepts, Glossary, parseGlossary, type Concept } from './glossary.ts';
import type { Lexicon } from './question-terms.ts';
import { Question } from './relevance.ts';
import { readTextFile } from './read-file.ts';
import { wordClasses } from './stop-words.ts';
import {
  countSkipped,
  GLOSSARY_FILE,
  walkFolder,
  type FolderListing,
  type SkipReason,
  type SkippedFiles,
} from './walk-folder.ts';

/** A corpus folder as read at one moment. */
export interface CorpusSnapshot {
  readonly index: CorpusIndex;
  readonly lexicon: Lexicon;
  readonly skipped: SkippedFiles;
  /** When the documents were read. */
  readonly readAt: Date;
  /** Reads a question against this corpus; all groups of a plan share their readings. */
  readonly question: (text: string) => Question;
}

/** What reading a folder needs from its caller. */
export interface ReadOptions {
  readonly clock: Clock;
  readonly signal: AbortSignal;
}

/**
 * A folder of documents, read when it is first needed and again when its files have changed.
 * Concurrent callers share one reading.
 */
export class LocalCorpus {
  readonly #folder: string;
  #current: { readonly fingerprint: string; readonly snapshot: CorpusSnapshot } | null = null;
  #turn: Promise<unknown> = Promise.resolve();

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** The corpus as it is now; null when the folder does not exist or holds no readable document. */
  snapshot(options: ReadOptions): Promise<CorpusSnapshot | null> {
    const result = this.#turn.then(() => this.#refresh(options));
    // The next caller waits for this reading, whatever becomes of it; its error belongs to this caller.
    this.#turn = result.catch(() => undefined);
    return result;
  }

  async #refresh(options: ReadOptions): Promise<CorpusSnapshot | null> {
    options.signal.throwIfAborted();
    const listing = await walkFolder(this.#folder);
    if (listing === null) return null;
    if (this.#current?.fingerprint !== listing.fingerprint) {
      const snapshot = await this.#read(listing, options);
      this.#current = { fingerprint: listing.fingerprint, snapshot };
    }
    const { snapshot } = this.#current;
    return snapshot.index.sections.length === 0 ? null : snapshot;
  }

  async #read(listing: FolderListing, { clock, signal }: ReadOptions): Promise<CorpusSnapshot> {
    const fold = await loadFold();
    const index = new CorpusIndex(fold);
    const skipped = new Map(listing.skipped);
    const seen = new Set<string>();
    for (const { path, format } of listing.files) {
      signal.throwIfAborted();
      const file = await readTextFile(this.#folder, path);
      if ('skipped' in file) {
        countSkipped(skipped, file.skipped);
      } else if (seen.has(file.sha256)) {
        countSkipped(skipped, 'duplicate'); // a copy is no second witness
      } else {
        seen.add(file.sha256);
        index.add({ path, format, content: file.text, sha256: file.sha256 });
      }
      await setImmediate(); // leases are renewed and requests answered between documents
    }
    const own = await this.#ownGlossary(skipped);
    const concepts = [...own, ...generalConcepts(), ...index.minedConcepts];
    const glossary = new Glossary(concepts, fold);
    const lexicon: Lexicon = {
      fold,
      glossary,
      words: wordClasses(fold),
      isAttested: (run) => index.isAttested(run),
    };
    return {
      index,
      lexicon,
      skipped,
      readAt: clock.now(),
      question: questionReader(index, lexicon),
    };
  }

  async #ownGlossary(skipped: Map<SkipReason, number>): Promise<Concept[]> {
    const file = await readTextFile(this.#folder, GLOSSARY_FILE);
    if ('skipped' in file) return [];
    const concepts = parseGlossary(file.text);
    if (concepts === null) countSkipped(skipped, 'invalid-glossary');
    return concepts ?? [];
  }
}

/** A run reads its question, and a follow-up what each of its groups aims at; a few runs may go on at once. */
const MOST_READINGS = 8;

/** Reads questions, and keeps the newest readings: each costs a pass over the whole corpus. */
function questionReader(index: CorpusIndex, lexicon: Lexicon): CorpusSnapshot['question'] {
  const readings = new Map<string, Question>();
  return (text) => {
    const reading = readings.get(text) ?? new Question(text, index, lexicon);
    readings.delete(text);
    readings.set(text, reading);
    const [oldest] = readings.keys();
    if (readings.size > MOST_READINGS && oldest !== undefined) readings.delete(oldest);
    return reading;
  };
}
