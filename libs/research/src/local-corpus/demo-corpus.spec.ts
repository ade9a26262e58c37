import { cp, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { extractIndex, type Divergence, type Evidence } from '@dossier/contracts';
import { DEMO_CORPUS_FOLDER } from '../demo-corpus-folder.ts';
import { pathsOf, research, withFolder } from './corpus-folder.builder.ts';
import { createLocalCorpus } from './create-local-corpus.ts';

interface Truth {
  readonly topics: readonly {
    readonly topic: string;
    readonly questions: readonly TrueQuestion[];
  }[];
  readonly unrelated: readonly string[];
}
interface TrueQuestion {
  readonly question: string;
  /** The same asked more loosely, in Japanese and in English. */
  readonly also: readonly string[];
  readonly documents: readonly string[];
  readonly divergences: readonly {
    readonly kind: Divergence['kind'];
    /** Documents of each side; a side may hold more than these. */
    readonly sides: readonly (readonly string[])[];
    readonly values?: readonly string[];
  }[];
  readonly agreements: readonly (readonly string[])[];
}

const truth = JSON.parse(
  await readFile(join(DEMO_CORPUS_FOLDER, '../ground-truth.json'), 'utf8'),
) as Truth;
const questions = truth.topics.flatMap((topic) => topic.questions);
const provider = createLocalCorpus({ folder: DEMO_CORPUS_FOLDER });

describe('the demo corpus, scored against its ground truth', () => {
  it.each(questions)('finds the documents that answer: $question', async (asked) => {
    const { evidence } = await research(provider, asked.question);
    const found = new Set(pathsOf(evidence));
    expect(asked.documents.filter((path) => !found.has(path))).toEqual([]);
  });

  it.each(questions)('reports the planted divergences and no other: $question', async (asked) => {
    const { evidence } = await research(provider, asked.question);
    expect(evidence.divergences.map(({ kind }) => kind)).toEqual(
      asked.divergences.map(({ kind }) => kind),
    );
    for (const [at, planted] of asked.divergences.entries()) {
      const found = evidence.divergences[at];
      const sides = found?.sides.map((side) => documentsOf(evidence, side.extracts)) ?? [];
      for (const side of planted.sides) {
        expect(
          sides.filter((documents) => side.every((path) => documents.includes(path))),
        ).toHaveLength(1);
      }
      if (planted.values !== undefined) {
        expect(found?.sides.map(({ position }) => position).sort()).toEqual(
          [...planted.values].sort(),
        );
      }
    }
  });

  it.each(questions.filter(({ agreements }) => agreements.length > 0))(
    'sees the planted agreement: $question',
    async ({ question, agreements }) => {
      const { evidence } = await research(provider, question);
      const found = evidence.agreements.map(({ extracts }) => documentsOf(evidence, extracts));
      for (const planted of agreements) {
        expect(found.some((documents) => planted.every((path) => documents.includes(path)))).toBe(
          true,
        );
      }
    },
  );

  describe('asked in other words and languages', () => {
    const reworded = questions.flatMap((asked) => asked.also.map((text) => ({ ...asked, text })));
    const shareFound = 0.95;

    it('finds nearly all documents that answer', async () => {
      let found = 0;
      for (const { text, documents } of reworded) {
        const { evidence } = await research(provider, text);
        const paths = new Set(pathsOf(evidence));
        found += documents.filter((path) => paths.has(path)).length;
      }
      const expected = reworded.flatMap(({ documents }) => documents).length;
      expect(found / expected).toBeGreaterThanOrEqual(shareFound);
    });

    it.each(reworded)('reports the planted divergences and no other: $text', async (asked) => {
      const { evidence } = await research(provider, asked.text);
      expect(evidence.divergences.map(({ kind }) => kind)).toEqual(
        asked.divergences.map(({ kind }) => kind),
      );
      for (const [at, { sides }] of asked.divergences.entries()) {
        const found = evidence.divergences[at]?.sides ?? [];
        const documents = found.flatMap((side) => documentsOf(evidence, side.extracts));
        // A side in another language may be told by fewer documents, but each side is told.
        for (const side of sides) expect(side.some((path) => documents.includes(path))).toBe(true);
      }
    });
  });

  it.each(truth.unrelated)('finds nothing for: %s', async (question) => {
    const { evidence } = await research(provider, question);
    expect(pathsOf(evidence)).toEqual([]);
  });

  it('finds documents in all three languages from Chinese questions', async () => {
    const { evidence } = await research(provider, '綠屋頂可以留住多少雨水？');
    expect(new Set(evidence.sources.map(({ language }) => language))).toEqual(
      new Set(['zh-TW', 'ja', 'en']),
    );
  });

  it('does without its glossary: nearly all divergences, and still none that was not planted', () =>
    withFolder({}, async (folder) => {
      const filter = (path: string): boolean => !path.endsWith('glossary.json');
      await cp(DEMO_CORPUS_FOLDER, folder, { recursive: true, filter });
      const bare = createLocalCorpus({ folder });
      let found = 0;
      for (const { question, divergences } of questions) {
        const { evidence } = await research(bare, question);
        expect(evidence.divergences.length).toBeLessThanOrEqual(divergences.length);
        found += evidence.divergences.length;
      }
      const planted = questions.flatMap(({ divergences }) => divergences).length;
      expect(found).toBeGreaterThanOrEqual(planted - 1);
    }));
});

function documentsOf(evidence: Evidence, keys: readonly string[]): string[] {
  const extracts = extractIndex(evidence);
  return keys.flatMap((key) => {
    const location = extracts.get(key)?.source.location;
    return location?.kind === 'file' ? [location.path] : [];
  });
}
