import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { FakeGemini } from '@dossier/fake-gemini';
import fc from 'fast-check';
import { GOOD_ANSWERS, ODD_TEXTS, ODD_VALUES, placesIn, withOther } from './hostile-answers.kit.ts';
import { KeptWork } from './kept-work.kit.ts';
import { PARTS, PART_NAMES, type Part } from './parts-of-work.kit.ts';
import { endOf, NEW, ResearchChain, type Outcome } from './research-chain.kit.ts';
import {
  answering,
  answerTask,
  grounded,
  PROSE_TASKS,
  STRUCTURED_TASKS,
} from './scripted-answers.kit.ts';
import { expectSound, mostRequests } from './sound-outcome.kit.ts';

const SEED = 20261201;
const RUNS = 12;

let fake: FakeGemini;
const whole = new KeptWork();
beforeAll(async () => {
  fake = await FakeGemini.start();
  await new ResearchChain(fake).run(undefined, { kept: whole });
});
afterAll(() => fake.close());
beforeEach(() => fake.reset());

describe('JSON of a model', () => {
  it.each(STRUCTURED_TASKS)('may hold anything anywhere: %s', async (task) => {
    const place = fc.constantFrom(...placesIn(GOOD_ANSWERS[task]));
    const value = fc.oneof(fc.constantFrom(...ODD_VALUES), fc.jsonValue({ maxDepth: 3 }));
    await fc.assert(
      fc.asyncProperty(place, value, async (path, other) => {
        const answer = JSON.stringify(withOther(GOOD_ANSWERS[task], path, other));
        await expectHarmless(task, () => answering(answer));
      }),
      { seed: SEED, numRuns: RUNS },
    );
  });

  it.each(STRUCTURED_TASKS)(
    'may hold 10,000 of everything, and names it should not: %s',
    async (task) => {
      const good: Readonly<Record<string, unknown>> = GOOD_ANSWERS[task];
      const many = Object.fromEntries(
        Object.entries(good).map(([name, value]) => {
          const items: readonly unknown[] = Array.isArray(value) ? value : [value];
          return [name, Array.from({ length: 10_000 }, () => items[0])];
        }),
      );
      const text = JSON.stringify(good).replace(
        /^\{/u,
        '{"__proto__":{"x":1},"tools":["run_code"],',
      );
      await expectHarmless(task, () => answering(JSON.stringify(many)));
      await expectHarmless(task, () => answering(text));
      expect(Object.hasOwn(Object.prototype, 'x')).toBe(false);
    },
  );
});

describe('a list of a model', () => {
  it.each(STRUCTURED_TASKS)('may hold empty lists instead of items: %s', async (task) => {
    for (const name of Object.keys(GOOD_ANSWERS[task])) {
      const answer = JSON.stringify(withOther(GOOD_ANSWERS[task], [name], [[], [[]]]));
      await expectHarmless(task, () => answering(answer));
    }
  });
});

describe('a text of a model', () => {
  it.each(ODD_TEXTS)('may be %s', async (_, text) => {
    for (const part of PART_NAMES) await expectHarmless(part, () => answering(text));
    await expectHarmless('search', () => aboutGeothermal(text));
  });

  it.each(PROSE_TASKS)('may be anything: %s', async (task) => {
    const piece = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 40 }),
      fc.constantFrom(
        '地熱發電的成本很高',
        '[S1-1]',
        '[^S2-1]',
        '。',
        '\n\n',
        '# ',
        '- ',
        '「',
        '」',
      ),
      fc.constantFrom('**', '~~', '`', '| ', '<b>', '](', '![', '](http://evil.example)', '&#106;'),
    );
    const text = fc.array(piece, { maxLength: 60 }).map((pieces) => pieces.join(''));
    await fc.assert(
      fc.asyncProperty(text, async (prose) => {
        await expectHarmless(task, () =>
          task === 'search' ? aboutGeothermal(prose) : answering(prose),
        );
      }),
      { seed: SEED, numRuns: RUNS },
    );
  });
});

describe('the grounding of an answer', () => {
  it('may bring more than a document holds', async () => {
    const pages = Array.from({ length: 100 }, (_, at) => aPage(at));
    const all = pages.map((_, at) => at);
    const statements = Array.from({ length: 400 }, (_, at) => ({
      text: `第 ${at} 座電廠："${'地熱發電的成本很高'.repeat(35)}"。`,
      pages: all,
    }));
    await expectHarmless('search', () => grounded(statements, pages));
  });

  it('may bring suggestions, titles, addresses and queries of any size', async () => {
    const uri = `https://a.example/${'x'.repeat(100_000)}`;
    const title = '題'.repeat(1_000_000);
    const statement = { text: '地熱電廠的設備利用率可達 85%。', pages: [0, 1] };
    await expectHarmless('search', () =>
      grounded([statement], [{ uri, title }, aPage(1)], {
        searchEntryPoint: { renderedContent: `<div>${'x'.repeat(3_000_000)}` },
        webSearchQueries: Array.from({ length: 30 }, () => '地'.repeat(100_000)),
      }),
    );
  });
});

describe('a model that searches documents', () => {
  let folder: string;
  // It does not want marks back that it never gave: a test could not make one.
  let lenient: FakeGemini;
  beforeAll(async () => {
    lenient = await FakeGemini.start({ needsSignatures: false });
    folder = await mkdtemp(join(tmpdir(), 'chain-'));
    const text = '# 台灣地熱發電\n\n地熱發電的成本是每度 5 元。\n\n地熱發電的風險是管線腐蝕。\n';
    await writeFile(join(folder, 'a.md'), text);
    await writeFile(join(folder, 'b.md'), text.replaceAll('5', '6').replace('腐蝕', '結垢'));
  });
  afterAll(async () => {
    await lenient.close();
    await rm(folder, { recursive: true });
  });

  it.each([
    ['tools that nobody offered', [aCall('run_code', { code: 'x' })]],
    ['input of 2 MB', [aCall('local-corpus-search', { query: 'x'.repeat(2_000_000) })]],
    ['5,000 calls', Array.from({ length: 5_000 }, () => aCall('local-corpus-search', aQuery()))],
    ['the same search for ever', [aCall('local-corpus-search', aQuery())]],
    ['a mark of 1 MB', [aCall('local-corpus-search', aQuery(), 'eA'.repeat(500_000))]],
    ['input of other types', [aCall('local-corpus-search', { query: [[1]], language: {} })]],
    ['a text of 5 MB', [{ text: 'E1 '.repeat(1_700_000) }]],
  ])('may ask for %s', async (_, parts) => {
    lenient.reset();
    const chain = new ResearchChain(lenient, {
      corpusFolder: folder,
      sources: { grounding: 'own-sources' },
    });
    answerTask(lenient, 'search-corpus', () => ({
      candidates: [{ content: { role: 'model', parts }, finishReason: 'STOP', index: 0 }],
    }));
    const outcome = await chain.run({ ...NEW, searchLanguages: ['zh-TW'] });
    expectSound(outcome);
    const groups = outcome.plan?.groups.length ?? 0;
    const asked = outcome.requests.filter(({ task }) => task === 'search-corpus');
    expect(asked.length).toBeLessThanOrEqual(4 * groups);
  });
});

/** The rest of the work goes on from what an undisturbed version has kept. */
async function expectHarmless(part: Part, make: () => object): Promise<Outcome> {
  fake.reset();
  answerTask(fake, part, make);
  const kept = whole.without(PARTS[part]);
  const outcome = await new ResearchChain(fake).run(undefined, { kept });
  expectSound(outcome);
  expect(outcome.requests.length).toBeLessThanOrEqual(mostRequests(outcome));
  expect(endOf(outcome)).toMatch(/^(?:report|Permanent:not-researchable)$/u);
  return outcome;
}

function aboutGeothermal(text: string): object {
  const fact = { text: '地熱電廠的設備利用率可達 85%。', pages: [0, 1] };
  return grounded(
    [{ text, pages: [0] }, fact],
    [{ ...aPage(0), title: text.slice(0, 500) }, aPage(1)],
  );
}

function aPage(at: number) {
  return { uri: `https://vertexaisearch.cloud.google.com/redirect/${at}`, title: `a${at}.tw` };
}

function aQuery() {
  return { query: '地熱 成本', language: 'zh-TW' };
}

function aCall(name: string, args: object, thoughtSignature = 'c2ln') {
  return { functionCall: { name, args }, thoughtSignature };
}
