import { NO_USAGE, USAGE_KINDS, VERSION_LIMITS } from '@dossier/contracts';
import { FakeGemini } from '@dossier/fake-gemini';
import { readChapter } from '@dossier/report';
import { INJECTIONS } from './injection-texts.kit.ts';
import { obey } from './obedient-model.kit.ts';
import { baseOf, endOf, ResearchChain, type Outcome } from './research-chain.kit.ts';
import { expectSound, mostRequests, repeatedIn } from './sound-outcome.kit.ts';

/**
 * What a page wrote may stand in a report in two ways only: as the words of a cited source, and in the
 * title of a source; both as text, never as a link or markup. A model that puts a page's wish in words of
 * the excerpts that it cites, or before a divergence of real excerpts, is not found out by rules.
 */
const EFFECTS = /evil\.example|javascript:|<script|<img|!\[|\]\(|\{\{|\[\^\d/iu;
/** Requests that show what pages said. */
const SHOWS_PAGES = /^(?:compare|outline|chapter|deepen-chapter|rewrite-chapter|closing)/u;

let fake: FakeGemini;
let undisturbed: Outcome;
beforeAll(async () => {
  fake = await FakeGemini.start();
  undisturbed = await new ResearchChain(fake).run();
});
afterAll(() => fake.close());
beforeEach(() => fake.reset());

describe('a model that obeys what a page says', () => {
  it.each(INJECTIONS)('changes nothing but words: $name', async (injection) => {
    obey(fake, injection);
    const outcome = await new ResearchChain(fake).run();
    expect(endOf(outcome)).toBe('report');
    expectSound(outcome);
    expectSamePlan(outcome);
    expectBounded(outcome);
    expect(ownTextsOf(outcome).filter((text) => text.includes(injection.demand))).toEqual([]);
    expect(markdownOf(outcome)).not.toMatch(EFFECTS);
    expect(brokenPromptsIn(outcome)).toEqual([]);
  });

  it.each(INJECTIONS)('touches no other chapter of a follow-up: $name', async (injection) => {
    obey(fake, injection);
    const chain = new ResearchChain(fake);
    const base = baseOf(undisturbed);
    const outcome = await chain.followUp({ kind: 'deepen', chapter: 2 }, undisturbed);
    expectSound(outcome);
    const { chapters = base.report.chapters } = outcome.report ?? {};
    expect(chapters.map(({ heading }) => heading)).toEqual(
      base.report.chapters.map(({ heading }) => heading),
    );
    const isOther = ({ kind }: { kind: string }, at: number) => kind === 'theme' && at !== 1;
    expect(chapters.filter(isOther)).toEqual(base.report.chapters.filter(isOther));
    expect(ownTextsOf(outcome).filter((text) => text.includes(injection.demand))).toEqual([]);
    expect(markdownOf(outcome)).not.toMatch(EFFECTS);
  });
});

function expectSamePlan({ plan, evidence, requests }: Outcome): void {
  expect(plan).toEqual(undisturbed.plan);
  const groups = plan?.groups.map(({ id }) => id) ?? [];
  expect(requests.filter(({ task }) => task === 'search')).toHaveLength(groups.length);
  expect(evidence?.gaps.filter(({ group }) => !groups.includes(group))).toEqual([]);
}

function expectBounded(outcome: Outcome): void {
  const { requests, peak, refusals } = outcome;
  expect(requests.length).toBeLessThanOrEqual(mostRequests(outcome));
  expect(repeatedIn(outcome)).toEqual([]);
  expect(refusals).toBe(0);
  expect(USAGE_KINDS.filter((kind) => peak[kind] > VERSION_LIMITS[kind])).toEqual([]);
  expect(peak).not.toEqual(NO_USAGE);
}

/** Everything that the report says in its own name: title, headings, and statements that cite nothing. */
function ownTextsOf({ report }: Outcome): string[] {
  if (report === undefined) return [];
  const uncited = report.chapters.flatMap((chapter) =>
    readChapter(chapter)
      .statements.filter(({ markers }) => markers.length === 0)
      .map(({ text }) => text),
  );
  return [report.title, ...report.chapters.map(({ heading }) => heading), ...uncited];
}

function markdownOf({ report }: Outcome): string {
  const chapters = report?.chapters.map(({ heading, markdown }) => `${heading}\n${markdown}`) ?? [];
  return [report?.title ?? '', ...chapters].join('\n\n');
}

/** Prompts in which a page's text left its block, or an address came along. */
function brokenPromptsIn({ requests }: Outcome): readonly string[] {
  return requests
    .filter(({ task }) => SHOWS_PAGES.test(task))
    .filter(({ promptText }) => {
      const opened = promptText.match(/<data\b/giu)?.length;
      const closed = promptText.match(/<\/data\s*>/giu)?.length;
      return opened !== closed || /https?:\/\//iu.test(promptText);
    })
    .map(({ task }) => task);
}
